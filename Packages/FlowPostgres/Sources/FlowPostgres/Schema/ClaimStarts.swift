/// The function that moves the times at which claims begin to search the index of the queue.
///
/// A run is never due before such a time, now or later. A run that isn't visible yet was changed by a transaction that is still
/// open and holds a lock on the table. Statements read the clock after they have locked the table. So the time is before the
/// beginning of each such transaction, before now, and before each run that is visible.
enum ClaimStarts {
  static let text = """
    create or replace function @.claim_starts(
      queue_ text, flows_ text[], names_ text[], levels_ bigint[], starts_ bigint[], slack_ bigint
    ) returns table (flow text, priority bigint, start bigint, now bigint)
    language plpgsql volatile \(ClaimFunction.plans) as $$
    #variable_conflict use_column
    declare
      now_ bigint := @.now_ms();
      age_ bigint;
      isopen_ boolean;
    begin
      -- The rows must be read after the locks.
      if current_setting('transaction_isolation') <> 'read committed' then return; end if;
      select coalesce(bool_or(l.pid is null or a.pid is not null and a.state is null), false),
          coalesce(max(extract(epoch from clock_timestamp() - a.xact_start) * 1000), 0)::bigint
        into isopen_, age_
        from pg_locks l left join lateral pg_stat_get_activity(l.pid) a on true
        where l.locktype = 'relation' and l.relation = '@.runs'::regclass and l.mode <> 'AccessShareLock'
          and l.database = (select d.oid from pg_database d where d.datname = current_database())
          and l.pid is distinct from pg_backend_pid();
      -- The beginning of a prepared transaction, or of one of a role that this one can't watch, isn't known.
      if isopen_ then return; end if;
      return query
        select f.name, c.priority, c.start, now_ from (select distinct unnest(flows_) as name) f cross join lateral (
          with recursive \(ClaimFunction.priorities)
          select p.priority, least(now_ - age_ - slack_, (
            select r.look from @.runs r where r.queue = queue_ and r.flow = f.name and r.priority = p.priority
                and r.look >= coalesce((select max(n.start) from unnest(names_, levels_, starts_) n (name, level, start)
                  where n.name = f.name and n.level = p.priority), -9223372036854775808)
              order by r.look, r.id limit 1
          )) as start from p where p.priority < 9223372036854775807
        ) c limit 256;
    end
    $$
    """
}
