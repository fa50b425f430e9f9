/// The function that removes runs whose retention is over.
///
/// The server's clock may jump, which makes each ended run look old. So of the time between two calls, in whatever
/// process, at most a day counts.
enum ForgetFunction {
  static let statements = [
    "create table @.clock (seen bigint not null)",
    "insert into @.clock values (@.now_ms())",
    "create table @.clock_skips (after bigint not null, amount bigint not null)",
    text,
  ]

  private static let text = """
    create function @.forget(before_ bigint, limit_ bigint)
      returns table (removed bigint, skipped bigint, behind bigint)
      language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
    declare
      now_ bigint := @.now_ms();
      seen_ bigint;
      removed_ bigint;
      skipped_ bigint := 0;
    begin
      -- Another process removes runs now.
      select c.seen into seen_ from @.clock c for update skip locked;
      if not found then return query select 0::bigint, 0::bigint, 0::bigint; return; end if;
      if now_ > seen_ then
        update @.clock set seen = now_;
        skipped_ := greatest(now_ - seen_ - 86400000, 0);
        if skipped_ > 0 then
          insert into @.clock_skips values (seen_, skipped_);
          -- What was skipped before the oldest run doesn't matter any more.
          delete from @.clock_skips s where s.after < (select min(r.began) from @.runs r);
        end if;
      end if;
      with old as materialized (
        select r.id from @.runs r where r.state in ('completed', 'failed', 'cancelled') and r.changed < before_
            and r.changed + coalesce((select sum(s.amount) from @.clock_skips s where s.after >= r.changed), 0) < before_
          order by r.id limit limit_ for update skip locked
      ),
      records as (delete from @.records r using old o where r.run = o.id),
      messages as (delete from @.messages m using old o where m.run = o.id),
      runs as (delete from @.runs r using old o where r.id = o.id returning r.id)
      select count(*) into removed_ from runs;
      return query select removed_, skipped_, greatest(seen_ - now_, 0);
    end
    $$
    """
}
