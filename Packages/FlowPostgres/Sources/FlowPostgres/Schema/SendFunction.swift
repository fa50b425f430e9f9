/// The function that gives a message to a run: it locks the run, counts the message, and makes the run due if it waits for it.
enum SendFunction {
  /// The function of the first schema, which limits messages but no commands.
  static let first = text(limitsCommands: false)
  /// The function that also limits the steps to go back to. It stands beside the first one, which older processes may still call.
  static let limitingCommands = text(limitsCommands: true)

  private static func text(limitsCommands: Bool) -> String {
    let commands = limitsCommands ? ", commands_ bigint" : ""
    let limit = limitsCommands ? Self.limit + "\n" : ""
    return """
      create function @.send(
        run_ bigint, name_ text, command_ text, key_ text, body_ text, limit_ bigint, token_ bigint\(commands)
      ) returns table (outcome text, number bigint) language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
      #variable_conflict use_column
      declare
        found_ @.runs;
        same_ @.messages;
        now_ bigint;
        wakes_ boolean;
      begin
        select * into found_ from @.runs r where r.id = run_ for update;
        if not found then return query select 'unknown', 0::bigint; return; end if;
        if key_ is not null then
          select * into same_ from @.messages m where m.run = run_ and m.key = key_;
          if found then
            return query select case when same_.token = token_ then 'delivered' else 'duplicate' end, same_.number;
            return;
          end if;
        end if;
        if found_.state in ('completed', 'failed', 'cancelled') then
          return query select 'ended', 0::bigint;
          return;
        end if;
        if command_ is not null then
          perform from @.messages m where m.run = run_ and m.command = command_ and m.waiting;
          if found then return query select 'duplicate', 0::bigint; return; end if;
      \(limit)  elsif found_.letters >= limit_ then
          return query select 'full', 0::bigint;
          return;
        end if;
        now_ := @.now_ms();
        insert into @.messages (run, number, at, key, command, token, body)
          values (run_, found_.inbox + 1, now_, key_, command_, token_, body_);
        wakes_ := case found_.state when 'waiting' then command_ is not null or name_ = any (found_.awaits)
          when 'held' then false else command_ is not null end;
        if wakes_ then
          update @.runs r set inbox = r.inbox + 1, state = 'ready', due = least(now_, r.due), look = least(now_, r.look),
              letters = r.letters + (command_ is null)::int, commands = r.commands + (command_ is not null)::int,
              awaits = '{}', note = null, changed = now_, claims = case r.state when 'parked' then 0 else r.claims end
            where r.id = run_;
        else
          update @.runs r set inbox = r.inbox + 1,
              letters = r.letters + (command_ is null)::int, commands = r.commands + (command_ is not null)::int
            where r.id = run_;
        end if;
        return query select 'delivered', found_.inbox + 1;
      end
      $$
      """
  }

  /// Commands to cancel and to retry are always accepted.
  private static let limit = """
        if command_ like 'back to %' and found_.commands >= commands_ then
          return query select 'full', 0::bigint;
          return;
        end if;
    """
}
