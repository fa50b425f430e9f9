/// The function that claims runs, in one transaction and one round trip.
///
/// It first searches without locks, by the index, for each flow and each priority. It sorts the due runs, locks those
/// that aren't locked by others, and then changes them. Of the runs of a flow with one priority, it considers a limited
/// number, which have been due for the longest time. Tenants take turns among those.
///
/// While a transaction is open, the index keeps the entries of all rows that have changed since, and a search from its beginning
/// walks over them. So the caller passes for each priority the time at which the search begins; see ``ClaimStarts``.
enum ClaimFunction {
  static let statements = [text, sharing, whole, earlier, ClaimStarts.text]

  /// The function for workers that receive all records of a run at once.
  private static let sharing = """
    create or replace function @.claim(
      queue_ text, flows_ text[], limit_ bigint, lease_ bigint, worker_ text, attempts_ bigint, ahead_ bigint,
      names_ text[], levels_ bigint[], starts_ bigint[], share_ bigint
    ) returns table (\(columns), more boolean) language sql volatile set search_path = pg_catalog, pg_temp as $$
      select * from @.claim(queue_, flows_, limit_, lease_, worker_, attempts_, ahead_, names_, levels_, starts_, share_,
        9223372036854775807)
    $$
    """

  /// The function for workers that receive all records and messages of a run at once.
  private static let whole = """
    create or replace function @.claim(
      queue_ text, flows_ text[], limit_ bigint, lease_ bigint, worker_ text, attempts_ bigint, ahead_ bigint,
      names_ text[], levels_ bigint[], starts_ bigint[]
    ) returns table (\(columns), more boolean) language sql volatile set search_path = pg_catalog, pg_temp as $$
      select * from @.claim(queue_, flows_, limit_, lease_, worker_, attempts_, ahead_, names_, levels_, starts_,
        9223372036854775807)
    $$
    """

  /// The function as version 0.1 calls it.
  private static let earlier = """
    create or replace function @.claim(
      queue_ text, flows_ text[], limit_ bigint, lease_ bigint, worker_ text, attempts_ bigint, ahead_ bigint
    ) returns table (\(columns)) language sql volatile set search_path = pg_catalog, pg_temp as $$
      select id, flow, key, queue, tenant, priority, fence, claims, now, due, inbox, first, bodies, times, waits, numbers,
          arrivals, texts
        from @.claim(queue_, flows_, limit_, lease_, worker_, attempts_, ahead_, '{}'::text[], '{}'::bigint[], '{}'::bigint[])
    $$
    """

  private static let columns = """
    id bigint, flow text, key text, queue text, tenant text, priority bigint, fence bigint, claims bigint, now bigint,
      due bigint, inbox bigint, first bigint, bodies text[], times bigint[], waits bigint[], numbers bigint[],
      arrivals bigint[], texts text[]
    """

  /// The priorities of the due runs of flow `f`, highest first, beginning with one that is higher than all. Known ones need no
  /// search. Between two of them, the search finds those that other processes have added.
  static let priorities = """
    p (priority) as (
            select 9223372036854775807
            union all
            select coalesce((select r.priority from @.runs r where r.queue = queue_ and r.flow = f.name
                  and r.look is not null and r.priority < p.priority and r.priority > coalesce(k.level, -9223372036854775807)
                order by r.priority desc limit 1), k.level)
              from p cross join lateral (
                select max(n.level) as level from unnest(names_, levels_) n (name, level)
                  where n.name = f.name and n.level < p.priority
              ) k
              where p.priority is not null
          )
    """

  /// The bodies of messages, or of records, that are read at once have fewer bytes together, and one body more.
  static let largestShare = 4 << 20

  /// Settings with which the server plans once in a session. Planning each claim would take longer than the claim. A plan that was
  /// made while the tables were small must use the indexes, too.
  static let plans = """
    set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
    set enable_seqscan = off set enable_bitmapscan = off
    """

  private static let text = """
    create or replace function @.claim(
      queue_ text, flows_ text[], limit_ bigint, lease_ bigint, worker_ text, attempts_ bigint, ahead_ bigint,
      names_ text[], levels_ bigint[], starts_ bigint[], share_ bigint, recorded_ bigint
    ) returns table (\(columns), more boolean) language plpgsql volatile \(plans) as $$
    #variable_conflict use_column
    declare
      now_ bigint := @.now_ms();
      fit_ bigint[];
      poison_ bigint[];
      taken_ bigint[];
      run_ bigint;
    begin
      if limit_ <= 0 then return; end if;
      with candidates as (
        select c.* from (select distinct unnest(flows_) as name) f cross join lateral (
          with recursive \(priorities)
          select x.* from p cross join lateral (
            select r.id, r.tenant, r.priority, r.due, r.claims < attempts_ as fits from @.runs r
              where r.queue = queue_ and r.flow = f.name and r.priority = p.priority
                and r.look >= coalesce((select max(n.start) from unnest(names_, levels_, starts_) n (name, level, start)
                  where n.name = f.name and n.level = p.priority), -9223372036854775808)
                and r.look <= now_ and r.due <= now_
              order by r.look, r.id limit ahead_
          ) x where p.priority is not null
        ) c
      ), held as (
        select r.tenant, count(*) as count from @.runs r
          where r.state = 'held'
            -- Without several tenants, the numbers change no order. Counting walks over all rows that were held.
            and (select count(distinct coalesce('t' || c.tenant, '')) from candidates c) > 1 group by r.tenant
      ), loaded as (
        select c.*, coalesce(h.count, 0) + count(*) filter (where c.fits) over (
            partition by c.tenant order by c.priority desc, c.due, c.id
            rows between unbounded preceding and 1 preceding) as load
          from candidates c left join held h
            on coalesce(h.tenant, '') = coalesce(c.tenant, '') and (h.tenant is null) = (c.tenant is null)
      ), placed as (
        select l.id, l.fits, row_number() over w as place, count(*) filter (where l.fits) over (
            order by l.priority desc, l.load, l.due, l.id rows between unbounded preceding and 1 preceding) as before
          from loaded l window w as (order by l.priority desc, l.load, l.due, l.id)
      )
      select array_agg(o.id order by o.place) filter (where o.fits),
          array_agg(o.id order by o.place) filter (where not o.fits and o.before < limit_)
        into fit_, poison_ from placed o;
      if poison_ is not null then
        for run_ in select r.id from @.runs r
          where r.id = any (poison_) and r.due <= now_ and r.claims >= attempts_ order by r.id for update skip locked
        loop
          with parked as (
            update @.runs r set state = 'parked', due = null, look = null, awaits = '{}', claims = 0, worker = null,
                records = r.records + 1, changed = now_, token = null,
                note = 'Claimed ' || r.claims || ' times without a record, '
                  || coalesce('at step ''' || r.position || '''', 'at the start')
                  || '. Its workers have died, or lost their leases.'
              where r.id = run_ returning r.id, r.records, r.note
          )
          insert into @.records (run, number, at, body)
            select p.id, p.records, now_, json_build_object('parked', p.note)::text from parked p;
        end loop;
      end if;
      if fit_ is null then return; end if;
      select array_agg(x.id order by x.place) into taken_ from (
        select r.id, o.place from unnest(fit_) with ordinality o (id, place) join @.runs r on r.id = o.id
          where r.due <= now_ and r.claims < attempts_ order by o.place limit limit_ for update of r skip locked
      ) x;
      if taken_ is null then return; end if;
      update @.runs r set fence = r.fence + 1, claims = r.claims + 1, state = 'held', due = now_ + lease_,
          look = now_ + lease_, awaits = '{}', note = null, worker = worker_, token = null
        where r.id = any (taken_);
      return query
        select r.id, r.flow, r.key, r.queue, r.tenant, r.priority, r.fence, r.claims, now_, r.due, r.inbox,
            e.first, e.bodies, e.times, e.waits, m.numbers, m.times, m.bodies, cardinality(fit_) > cardinality(taken_)
          from unnest(taken_) with ordinality o (id, place) join @.runs r on r.id = o.id
          cross join lateral (
            -- A row can't be larger than a gigabyte, so records and messages behind the first ones come without
            -- their bodies.
            select min(c.number) as first,
                array_agg(case when c.before < recorded_ then c.body end order by c.number) as bodies,
                array_agg(c.at order by c.number) as times, array_agg(c.due order by c.number) as waits
              from (
                select n.*, sum(octet_length(n.body)) over (order by n.number) - octet_length(n.body) as before
                  from @.records n where n.run = r.id
              ) c
          ) e
          cross join lateral (
            select array_agg(c.number order by c.number) as numbers, array_agg(c.at order by c.number) as times,
                array_agg(case when c.before < share_ then c.body end order by c.number) as bodies
              from (
                select n.*, sum(octet_length(n.body)) over (order by n.number) - octet_length(n.body) as before
                  from @.messages n where n.run = r.id and n.waiting and r.messages + r.commands > 0
              ) c
          ) m
          order by o.place;
    end
    $$
    """
}
