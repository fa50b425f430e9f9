import FlowDurable

/// The statements of a query for runs.
///
/// An index of a column that changes with each step would make each step slower. So the times and steps of runs are in an
/// index only while no worker holds them. A statement finds the few held runs and the others separately, and merges them.
struct QueryStatement {
  /// The place of a run in an order.
  struct Cursor {
    let run: Int
    /// The value by which runs are sorted. The names of workers are texts.
    let value: PostgresParameter
    /// Whether the value is that of the runs to which the order gives none: no claims, or no worker.
    let isNone: Bool
  }

  /// Some of the runs, with the expression by which they are sorted; nil if they are sorted only by their numbers.
  private struct Part {
    let runs: RunConditions.Part
    let rank: String?
  }

  private let query: RunQuery
  private let hasRests: Bool
  /// Whether few keys have the prefix of the query.
  var hasRareKeys = false

  /// Creates a statement.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - hasRests: Whether the columns and indexes of resting runs are complete.
  init(_ query: RunQuery, hasRests: Bool) {
    self.query = query
    self.hasRests = hasRests
  }

  /// Returns the statement that lists runs; nil if none can match.
  ///
  /// - Parameters:
  ///   - run: The run after which to begin; nil for the first.
  ///   - cursor: The place of this run, if the order isn't that of the numbers and the run exists.
  ///   - limit: The maximum number of runs.
  /// - Returns: The statement.
  func list(after run: Int?, _ cursor: Cursor?, limit: Int) -> PostgresStatement? {
    guard var conditions = RunConditions(query, hasRests: hasRests) else { return nil }
    var parts: [String] = []
    let columns = """
      id, flow, key, queue, tenant, priority, state, due, awaits, worker, note, position, claims, records,
          messages + commands, began, changed
      """
    for part in self.parts {
      guard let text = conditions.text(part.runs),
        let begin = begin(part, after: run, cursor, &conditions)
      else { continue }
      let order = (part.rank.map { "\($0) \(direction), " } ?? "") + "\(number) \(direction)"
      let rank = part.rank ?? (query.order == .worker ? "''::text collate \"C\"" : "0::bigint")
      parts.append(
        "(select *, \(rank) as rank from @.runs where \(text)\(begin) order by \(order) limit \(conditions.add(.integer(limit))))"
      )
    }
    if parts.isEmpty { return nil }
    let order = query.order == .number ? "id \(direction)" : "rank \(direction), id \(direction)"
    let text =
      "select \(columns) from (\(parts.joined(separator: " union all "))) r order by \(order) limit \(conditions.add(.integer(limit)))"
    return PostgresStatement(text, conditions.parameters, prepared: isFrequent)
  }

  /// The statement that reads the first run, with its records as ``PostgresStore/records(of:in:from:)`` expects them; nil if no run
  /// can match.
  var reading: PostgresStatement? {
    guard let list = list(after: nil, nil, limit: 1) else { return nil }
    let text = "select r.*, e.* from (\(list.text)) r cross join lateral (\n\(Self.records)\n) e"
    return PostgresStatement(text, list.parameters, prepared: list.isPrepared)
  }

  /// The records of run `r` in one row.
  static let records = """
    select min(c.number) as first, array_agg(c.body order by c.number) as bodies,
        array_agg(c.at order by c.number) as times, array_agg(c.due order by c.number) as waits
      from @.records c where c.run = r.id
    """

  /// Returns the statement that counts runs; nil if none can match.
  func counts() -> PostgresStatement? {
    guard var conditions = RunConditions(query, hasRests: hasRests) else { return nil }
    guard let text = conditions.text(.all) else { return nil }
    return PostgresStatement(
      """
      select flow, position, state, count(*), min(case state when 'ready' then due else changed end), min(due)
        from @.runs where \(text) group by flow, position, state
      """, conditions.parameters, prepared: false)
  }

  /// The expression for the place of a run, which the caller passes as ``Cursor/value``; nil if the order is that of the
  /// numbers.
  var value: String? {
    switch query.order {
    case .number: nil
    case .changed: "changed"
    case .duration: "changed - began"
    case .attempts: "claims"
    case .worker: Self.worker
    }
  }

  /// Returns the place of a run, from the row with its ``value``.
  func cursor(_ run: Int, _ row: PostgresRow) -> Cursor {
    if query.order == .worker {
      let name = row.text(0) ?? ""
      return Cursor(run: run, value: .text(name), isNone: name.isEmpty)
    }
    let value = row.integer(0) ?? 0
    return Cursor(run: run, value: .integer(value), isNone: query.order == .attempts && value == 0)
  }

  private static let worker = "case state when 'held' then coalesce(worker, '') else '' end collate \"C\""

  /// Whether the server keeps the plan, because workers ask again and again.
  private var isFrequent: Bool { query.order == .number && (query.numbers != nil || query.key != nil) }

  /// The number of a run. A sum isn't in the index of the numbers, so the server reads all of a few keys and sorts them.
  private var number: String { hasRareKeys ? "(id + 0)" : "id" }

  /// The most keys that are sorted.
  static let fewKeys = 20_000

  /// Returns the statement that counts the keys with the prefix of the query, up to one more than ``fewKeys``; nil if the
  /// query has no prefix.
  var keys: PostgresStatement? {
    guard let prefix = query.keyPrefix, query.order == .number, query.numbers == nil else { return nil }
    var keys = RunQuery()
    keys.keyPrefix = prefix
    guard var conditions = RunConditions(keys, hasRests: hasRests), let text = conditions.text(.all) else { return nil }
    let limit = conditions.add(.integer(Self.fewKeys + 1))
    return PostgresStatement(
      "select count(*) from (select from @.runs where \(text) limit \(limit)) k", conditions.parameters, prepared: false
    )
  }

  private var direction: String { query.newestFirst ? "desc" : "asc" }
  private var comparison: String { query.newestFirst ? "<" : ">" }

  private var parts: [Part] {
    let all = Part(runs: .all, rank: nil)
    switch query.order {
    case .number:
      let usesRests = hasRests && (query.position != nil || query.changedBefore != nil) && query.numbers == nil
      return usesRests ? [Part(runs: .held, rank: nil), Part(runs: .resting, rank: nil)] : [all]
    case .changed:
      return hasRests
        ? [Part(runs: .held, rank: "changed"), Part(runs: .resting, rank: "rested")]
        : [Part(runs: .all, rank: "changed")]
    case .duration:
      return hasRests
        ? [Part(runs: .held, rank: "(changed - began)"), Part(runs: .resting, rank: "(rested - began)")]
        : [Part(runs: .all, rank: "(changed - began)")]
    case .attempts: return [Part(runs: .claimable, rank: "claims"), Part(runs: .unclaimed, rank: nil)]
    case .worker:
      return [
        Part(runs: .held, rank: "(coalesce(worker, '') collate \"C\")"), Part(runs: .resting, rank: nil),
      ]
    }
  }

  /// Returns the condition that a part begins after a run, with `and`; nil if all runs of the part come before.
  private func begin(
    _ part: Part, after run: Int?, _ cursor: Cursor?, _ conditions: inout RunConditions
  ) -> String? {
    guard query.order != .number else {
      return run.map { " and \(number) \(comparison) \(conditions.add(.integer($0)))" } ?? ""
    }
    guard let cursor else { return "" }
    if let rank = part.rank {
      let value = conditions.add(cursor.value)
      let text = query.order == .worker ? "(\(value)::text collate \"C\")" : value
      return " and (\(rank), id) \(comparison) (\(text), \(conditions.add(.integer(cursor.run))))"
    }
    // Runs without a value come last if the highest values come first, and first otherwise.
    if cursor.isNone { return " and id \(comparison) \(conditions.add(.integer(cursor.run)))" }
    return query.newestFirst ? "" : nil
  }
}
