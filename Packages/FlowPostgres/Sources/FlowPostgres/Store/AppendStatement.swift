/// The forms of the statement that appends records. The most frequent one does the least.
struct AppendStatement: Hashable, Sendable {
  /// Whether the run stays with its worker.
  var holds: Bool
  /// Whether messages don't wait any more.
  var takes: Bool
  /// What becomes of the records.
  var records: Records

  enum Records: Hashable, CaseIterable {
    /// One record is added, as each step does.
    case one
    /// Any number of records is added.
    case some
    /// Records are added, and a snapshot among them replaces those before it.
    case snapshot
  }

  /// The number of the parameter with the messages that are taken, which is the last one: with `holds`, and without.
  private static let (takenWhileHeld, takenAtRest) = (8, 13)

  static let all = [false, true].flatMap { holds in
    [false, true].flatMap { takes in
      Records.allCases.map { AppendStatement(holds: holds, takes: takes, records: $0) }
    }
  }

  /// The text, with `@` as the schema.
  ///
  /// The parameters are: 1 the run, 2 the fence, 3 the token, 4 the bodies of the records that stay, or the body of the only one, 5 the
  /// number of all records, 6 the position, 7 a duration in milliseconds; and with `holds` false: 8 what becomes of the run, 9 the absolute end of a wait, 10 the
  /// awaited names, 11 the reason for parking, 12 the number of the latest message that the worker knows of. The last one is the
  /// messages that are taken.
  ///
  /// The update is evaluated again after it has waited for a lock, so it sees a message that has come meanwhile in `inbox`. A subquery
  /// wouldn't. A heartbeat moves `look` only when a third of the lease is gone: other updates leave the indexes alone.
  var text: String {
    """
    with t as materialized (select @.now_ms() as now),
    changed as (
      update @.runs r set token = $3, records = r.records + $5, position = coalesce($6, r.position),
    \(holds ? Self.holding : Self.resting(takes: takes))\(takes && holds ? ",\n    " + Self.counts(Self.takenWhileHeld) : "")
        from t where r.id = $1 and r.fence = $2 and r.state = 'held' and r.token is distinct from $3
        returning r.id, r.records, r.inbox, r.state, r.due, t.now
    ),
    added as (
      insert into @.records (run, number, at, due, body)
    \(adding(holds ? "null" : Self.waitEnd))
    )\(takes ? Self.taking(holds ? Self.takenWhileHeld : Self.takenAtRest) : "")\(records == .snapshot ? Self.cutting : "")
    select c.records, c.inbox, case c.state when 'held' then c.due end, c.now from changed c
    """
  }

  private func adding(_ due: String) -> String {
    if records == .one { return "    select c.id, c.records, c.now, \(due), $4::text from changed c" }
    return """
          select c.id, c.records - cardinality($4) + b.place, c.now, \(due), b.body
            from changed c cross join unnest($4::text[]) with ordinality b (body, place)
      """
  }

  private static let holding = """
        due = t.now + $7,
        look = case when r.look - t.now < $7 * 2 / 3 or r.look > t.now + $7 then t.now + $7 else r.look end,
        claims = case when $5 > 0 then 0 else r.claims end,
        changed = case when $5 > 0 then t.now else r.changed end
    """

  private static let waitEnd = "case when $8 = 'waiting' then coalesce($9, c.now + $7) end"

  private static func resting(takes: Bool) -> String {
    let isWoken = "$8 = 'waiting' and r.inbox > $12"
    let due = """
      case when \(isWoken) then t.now when $8 = 'waiting' then coalesce($9, t.now + $7)
          when $8 = 'ready' then t.now + $7 end
      """
    let messages = takes ? "r.messages - (\(counted(takenAtRest, "is null")))" : "r.messages"
    let commands = takes ? "r.commands - (\(counted(takenAtRest, "is not null")))" : "r.commands"
    return """
          state = case when \(isWoken) then 'ready' else $8::@.run_state end, due = \(due), look = \(due),
          claims = case when $8 = 'ready' and $5 = 0 then greatest(r.claims - 1, 0) else 0 end,
          awaits = case when $8 = 'waiting' and r.inbox <= $12 then $10 else '{}'::text[] end,
          note = $11, worker = null, changed = t.now,
          messages = case when $8 in ('completed', 'failed', 'cancelled') then 0 else \(messages) end,
          commands = case when $8 in ('completed', 'failed', 'cancelled') then 0 else \(commands) end
      """
  }

  private static func counted(_ number: Int, _ isCommand: String) -> String {
    "select count(*) from @.messages m where m.run = $1 and m.number = any ($\(number)) and m.waiting and m.command \(isCommand)"
  }

  private static func counts(_ number: Int) -> String {
    "messages = r.messages - (\(counted(number, "is null"))), commands = r.commands - (\(counted(number, "is not null")))"
  }

  /// A message with a key stays, so that the key counts once; its body goes. Keys of the distant past go, too.
  private static func taking(_ number: Int) -> String {
    """
    ,
    kept as (
      update @.messages m set waiting = false, body = null from changed c
        where m.run = c.id and m.number = any ($\(number)) and m.key is not null and m.waiting
    ),
    dropped as (
      delete from @.messages m using changed c
        where m.run = c.id and (m.number = any ($\(number)) and m.key is null
          or m.number < c.inbox - 20000 and not m.waiting)
    )
    """
  }

  private static let cutting = """
    ,
    cut as (delete from @.records o using changed c where o.run = c.id and o.number <= c.records - cardinality($4))
    """
}
