/// The forms of the statement that appends records. The most frequent form does the least work.
struct AppendStatement: Hashable, Sendable {
  /// Whether the run stays with its worker.
  var holds: Bool
  /// The messages that the append takes.
  var takes: Taking
  /// The number and kind of the records.
  var records: Records

  /// The messages that an append takes.
  enum Taking: Hashable, CaseIterable {
    case none
    /// The messages with the numbers of a parameter.
    case some
    /// All messages that the worker has received, because the run ends.
    case seen
  }

  enum Records: Hashable, CaseIterable {
    /// One record is added, as after each step.
    case one
    /// Any number of records is added.
    case some
    /// Records are added, and a snapshot among them replaces the records before it.
    case snapshot
  }

  /// A parameter of an append.
  enum Parameter: Hashable, Sendable {
    case run, fence
    /// The token of the append.
    case token
    /// The bodies of the records that remain, or the body of the only record.
    case bodies
    /// The number of all records, including those that a snapshot replaces.
    case count
    case position
    /// A duration in milliseconds: of the lease, of a delay, or of a wait.
    case duration
    /// The new state of the run.
    case state
    /// The time at which a wait ends.
    case end
    /// The names of the messages that the run waits for.
    case names
    /// The reason why the run is parked.
    case note
    /// The number of the latest message that the worker has received.
    case seen
    /// The numbers of the taken messages.
    case taken
  }

  static let all = [false, true].flatMap { holds in
    Taking.allCases.filter { !holds || $0 != .seen }.flatMap { takes in
      Records.allCases.map { AppendStatement(holds: holds, takes: takes, records: $0) }
    }
  }

  /// The parameters, in the order of their numbers in the statement, starting at 1.
  var parameters: [Parameter] {
    [.run, .fence, .token, .bodies, .count, .position, .duration]
      + (holds ? [] : [.state, .end, .names, .note, .seen]) + (takes == .some ? [.taken] : [])
  }

  /// The condition for the number of a message that the append takes.
  private var isTaken: String { takes == .seen ? "m.number <= \(self[.seen])" : "m.number = any (\(self[.taken]))" }

  /// The placeholder of a parameter, such as `$1`.
  private subscript(parameter: Parameter) -> String { "$\((parameters.firstIndex(of: parameter) ?? -1) + 1)" }

  /// The text, with `@` for the schema.
  ///
  /// After the update has waited for a lock, it is evaluated again, so `inbox` includes messages that arrived in the
  /// meantime. A subquery wouldn't include them. A heartbeat changes `look` only when a third of the lease has passed,
  /// because other updates then don't affect the indexes.
  var text: String {
    """
    with t as materialized (select @.now_ms() as now),
    changed as (
      update @.runs r set token = \(self[.token]), records = r.records + \(self[.count]),
        position = coalesce(\(self[.position]), r.position),
    \(holds ? holding : resting)
        from t where r.id = \(self[.run]) and r.fence = \(self[.fence]) and r.state = 'held'
          and (r.token is null or r.token < \(self[.token]))
        returning r.id, r.records, r.inbox, r.state, r.due, t.now
    ),
    added as (
      insert into @.records (run, number, at, due, body)
    \(adding)
    )\(takes == .none ? "" : taking)\(records == .snapshot ? cutting : "")
    select c.records, c.inbox, case c.state when 'held' then c.due end, c.now from changed c
    """
  }

  private var adding: String {
    let end = "coalesce(\(self[.end]), c.now + \(self[.duration]))"
    let due = holds ? "null" : "case when \(self[.state]) = 'waiting' then \(end) end"
    if records == .one { return "    select c.id, c.records, c.now, \(due), \(self[.bodies])::text from changed c" }
    return """
          select c.id, c.records - cardinality(\(self[.bodies])) + b.place, c.now, \(due), b.body
            from changed c cross join unnest(\(self[.bodies])::text[]) with ordinality b (body, place)
      """
  }

  private var holding: String {
    """
        due = t.now + \(self[.duration]),
        look = case when r.look - t.now < \(self[.duration]) * 2 / 3 or r.look > t.now + \(self[.duration])
          then t.now + \(self[.duration]) else r.look end,
        claims = case when \(self[.count]) > 0 then 0 else r.claims end,
        changed = case when \(self[.count]) > 0 then t.now else r.changed end\(takes == .none ? "" : ",\n\(countingTaken)")
    """
  }

  private var resting: String {
    let isWoken = "\(self[.state]) in ('waiting', 'parked') and r.inbox > \(self[.seen])"
    let hasEnded = "\(self[.state]) in ('completed', 'failed', 'cancelled')"
    let end = "coalesce(\(self[.end]), t.now + \(self[.duration]))"
    // Never in the past, where claims no longer look. A wait without an end stays null.
    let due = """
      case when \(isWoken) then t.now
          when \(self[.state]) = 'waiting' then case when \(end) < t.now then t.now else \(end) end
          when \(self[.state]) = 'ready' then t.now + \(self[.duration]) end
      """
    return """
          state = case when \(isWoken) then 'ready' else \(self[.state])::@.run_state end, due = \(due), look = \(due),
          claims = case when \(self[.state]) = 'ready' and \(self[.count]) = 0 then greatest(r.claims - 1, 0) else 0 end,
          awaits = case when \(self[.state]) = 'waiting' and r.inbox <= \(self[.seen])
            then \(self[.names]) else '{}'::text[] end,
          note = case when not (\(isWoken)) then \(self[.note]) end, worker = null, changed = t.now,
          messages = case when \(hasEnded) then 0 else r.messages\(takes == .some ? " - \(counted("is null"))" : "") end,
          commands = case when \(hasEnded) then 0 else r.commands\(takes == .some ? " - \(counted("is not null"))" : "") end
      """
  }

  private var countingTaken: String {
    "    messages = r.messages - \(counted("is null")), commands = r.commands - \(counted("is not null"))"
  }

  /// Returns an expression for the number of taken messages: of the commands, or of the others.
  private func counted(_ isCommand: String) -> String {
    """
    (select count(*) from @.messages m
          where m.run = \(self[.run]) and \(isTaken) and m.waiting and m.command \(isCommand))
    """
  }

  /// The body of a taken message is removed. A message with a key stays, so that the key counts only once; very old
  /// keys are removed, too.
  private var taking: String {
    """
    ,
    kept as (
      update @.messages m set waiting = false, body = null from changed c
        where m.run = c.id and \(isTaken) and m.key is not null and m.waiting
    ),
    dropped as (
      delete from @.messages m using changed c
        where m.run = c.id and (\(isTaken) and m.key is null
          or m.number < c.inbox - 20000 and not m.waiting)
    )
    """
  }

  private var cutting: String {
    """
    ,
    cut as (
      delete from @.records o using changed c where o.run = c.id and o.number <= c.records - cardinality(\(self[.bodies]))
    )
    """
  }
}
