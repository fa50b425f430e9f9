/// Triggers, and a function, that let workers of version 0.1 do what they don't know, while a new version is rolled out.
enum EarlierWorkers {
  static let statements = [
    // They remove runs without noting the keys.
    """
    create function @.note_removed_keys() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
    begin
      insert into @.used_keys select distinct @.key_place(o.flow, o.key) from removed o where o.key is not null
        order by 1 on conflict do nothing;
      return null;
    end
    $$
    """,
    """
    create trigger runs_removed after delete on @.runs referencing old table as removed
      for each statement execute function @.note_removed_keys()
    """,
    // They add runs without the mark that the key was used before. A removed run had no other first record.
    """
    create function @.mark_reused_key() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
    begin
      if exists (select from @.runs r join @.used_keys u on u.place in (-1, @.key_place(r.flow, r.key))
          where r.id = new.run and r.key is not null) then
        new.body := left(new.body, -1) || ',"reused":true}';
      end if;
      return new;
    end
    $$
    """,
    """
    create trigger records_reused before insert on @.records for each row
      when (new.number = 1 and new.body not like '%,"reused":true}')
      execute function @.mark_reused_key()
    """,
    // They send messages without the record at which an answer must find the run.
    """
    create or replace function @.send(
      run_ bigint, name_ text, command_ text, key_ text, body_ text, limit_ bigint, token_ bigint, commands_ bigint
    ) returns table (outcome text, number bigint) language sql volatile set search_path = pg_catalog, pg_temp
    as $$ select * from @.send(run_, name_, command_, key_, body_, limit_, token_, commands_, null::bigint) $$
    """,
  ]
}
