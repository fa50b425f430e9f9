/// The function that sends a message to a run. It locks the run, counts the message, and makes the run due if it waits
/// for the message.
///
/// A command takes up a run that has failed or was cancelled. The messages that its end has dropped stay dropped.
enum SendFunction {
  static let text = """
    create or replace function @.send(
      run_ bigint, name_ text, command_ text, key_ text, body_ text, limit_ bigint, token_ bigint, commands_ bigint,
      at_ bigint
    ) returns table (outcome text, number bigint) language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
    #variable_conflict use_column
    declare
      found_ @.runs;
      same_ @.messages;
      now_ bigint;
      wakes_ boolean;
      -- A worker must be able to take the command before the run is parked.
      decides_ boolean := coalesce(command_ <> 'touch', false);
    begin
      select * into found_ from @.runs r where r.id = run_ for update;
      if not found then return query select 'unknown', 0::bigint; return; end if;
      now_ := @.now_ms();
      if found_.state in ('failed', 'cancelled') then
        -- The end has dropped them, but it removes only messages that the worker had received.
        delete from @.messages m where m.run = run_ and m.waiting and m.key is null;
        update @.messages m set waiting = false, body = null where m.run = run_ and m.waiting;
      end if;
      if key_ is not null then
        select * into same_ from @.messages m where m.run = run_ and m.key = key_;
        if found then
          return query select case when same_.token = token_ then 'delivered' else 'duplicate' end, same_.number;
          return;
        end if;
      end if;
      if found_.state = 'completed' or found_.state in ('failed', 'cancelled') and command_ is null
        or found_.state = 'cancelled' and command_ = 'cancel'
        or found_.state in ('failed', 'cancelled') and (command_ = 'touch' or command_ like 'change %') then
        return query select 'ended', 0::bigint;
        return;
      end if;
      if at_ is not null and (found_.state <> 'waiting' or found_.records <> at_) then
        return query select 'late', 0::bigint;
        return;
      end if;
      if command_ is not null then
        perform from @.messages m where m.run = run_ and m.command = command_ and m.waiting;
        if found then
          if found_.state = 'parked' then
            -- The workers that have claimed the run since then may all have died before they took the command.
            update @.runs r set state = 'ready', due = now_, look = now_, note = null, changed = now_, claims = 0
              where r.id = run_;
          end if;
          return query select 'duplicate', 0::bigint;
          return;
        end if;
        -- Commands to cancel and to retry are always accepted.
        if (command_ like 'back to %' or command_ like 'change %') and found_.commands >= commands_ then
          return query select 'full', 0::bigint;
          return;
        end if;
      elsif found_.messages >= limit_ then
        return query select 'full', 0::bigint;
        return;
      end if;
      insert into @.messages (run, number, at, key, command, token, body)
        values (run_, found_.inbox + 1, now_, key_, command_, token_, body_);
      wakes_ := case found_.state when 'waiting' then command_ is not null or at_ is not null or name_ = any (found_.awaits)
          or exists (select from unnest(found_.awaits) a where normalize(a) = normalize(name_))
        when 'held' then false else command_ is not null end;
      if wakes_ then
        update @.runs r set inbox = r.inbox + 1, state = 'ready', due = least(now_, r.due), look = least(now_, r.look),
            messages = r.messages + (command_ is null)::int, commands = r.commands + (command_ is not null)::int,
            awaits = '{}', note = null, changed = now_, claims = case when decides_ then 0 else r.claims end
          where r.id = run_;
      else
        update @.runs r set inbox = r.inbox + 1,
            messages = r.messages + (command_ is null)::int, commands = r.commands + (command_ is not null)::int,
            claims = case when decides_ then 0 else r.claims end
          where r.id = run_;
      end if;
      return query select 'delivered', found_.inbox + 1;
    end
    $$
    """
}
