import FlowDurable

/// The statements of a query for runs.
///
/// The server keeps one plan for each text, so queries that can use different indexes have different texts.
struct QueryStatement {
  private let query: RunQuery
  /// The names of the states that match.
  private let states: Set<String>?
  /// The parameters $2 to $13.
  let parameters: [PostgresParameter]

  /// Creates a statement; nil if no run can match, because no text of a run has a zero byte.
  init?(_ query: RunQuery) {
    let texts =
      (query.flows ?? []) + [query.key, query.keyPrefix, query.tenant, query.queue, query.position].compactMap { $0 }
    if texts.contains(where: { $0.utf8.contains(0) }) { return nil }
    self.query = query
    let prefix = query.keyPrefix?.composed
    states = Self.states(query)
    parameters = [
      .texts(query.flows?.map(\.composed)), .texts(states.map(Array.init)), .text(query.key?.composed),
      .text(query.tenant?.composed), .text(query.queue?.composed), .text(query.position?.composed),
      .integer(query.changedBefore.map { Int($0.milliseconds) }),
      .integers(query.numbers?.map(\.rawValue)), .text(prefix), .text(prefix.flatMap(Self.end)),
      .integer(query.beganFrom.map { Int($0.milliseconds) }), .integer(query.beganBefore.map { Int($0.milliseconds) }),
    ]
  }

  private static func states(_ query: RunQuery) -> Set<String>? {
    let endings = Set((query.endings ?? Set(RunEnding.allCases)).map(\.rawValue))
    guard let kinds = query.states else { return query.endings == nil ? nil : endings }
    let open = kinds.subtracting([.ended]).map(\.rawValue)
    return (query.endings == nil ? Set(open) : []).union(kinds.contains(.ended) ? endings : [])
  }

  /// Returns the first text after all texts that begin with a prefix; nil if there is none.
  static func end(of prefix: String) -> String? {
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      // No text has the numbers between the two blocks.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      if let next = Unicode.Scalar(next) {
        scalars.append(next)
        var end = String.UnicodeScalarView()
        end.append(contentsOf: scalars)
        return String(end)
      }
    }
    return nil
  }

  /// The text that lists runs. The parameter $1 is the run after which to begin, and $14 is their maximum number.
  var runs: String {
    let direction = query.newestFirst ? "desc" : "asc"
    let comparison = query.newestFirst ? "<" : ">"
    let (begin, order): (String, String)
    if let sort {
      begin = """
        (not exists (select from @.runs where id = $1)
            or (\(sort), id) \(comparison) (select \(sort), id from @.runs where id = $1))
        """
      order = "\(sort) \(direction), id \(direction)"
    } else {
      // A sum isn't in the index of the numbers, so the server uses the index of the keys.
      let number = query.keyPrefix == nil ? "id" : "(id + 0)"
      (begin, order) = ("\(number) \(comparison) $1", "id \(direction)")
    }
    return """
      select id, flow, key, queue, tenant, priority, state, due, awaits, worker, note, position, claims, records,
          messages + commands, began, changed
        from @.runs
        where \(begin)\(index) and \(Self.matching)
        order by \(order) limit $14
      """
  }

  /// The text that counts runs.
  var counts: String {
    """
    select flow, position, state, count(*), min(case state when 'ready' then due else changed end), min(due)
      from @.runs where (id + 0) > $1\(index) and \(Self.matching) group by flow, position, state
    """
  }

  /// The expression by which runs are sorted; nil for their numbers.
  private var sort: String? {
    switch query.order {
    case .number: nil
    case .changed: "changed"
    case .duration: "(changed - began)"
    case .attempts: "claims"
    case .worker: "((case state when 'held' then coalesce(worker, '') else '' end) collate \"C\")"
    }
  }

  /// A condition that repeats another one so that the server finds the index for it.
  private var index: String {
    if query.numbers != nil { return " and id = any ($9)" }
    if query.key != nil, query.flows != nil { return " and flow = any ($2) and key = $4" }
    if let prefix = query.keyPrefix {
      return Self.end(of: prefix) == nil ? " and key ~>=~ $10" : " and key ~>=~ $10 and key ~<~ $11"
    }
    if let states, states.isSubset(of: ["parked", "failed", "cancelled"]) {
      return " and state in ('parked', 'failed', 'cancelled')"
    }
    return ""
  }

  private static let matching = """
    ($2::text[] is null or flow = any ($2)) and ($3::text[] is null or state::text = any ($3))
        and ($4::text is null or key = $4) and ($5::text is null or tenant = $5) and ($6::text is null or queue = $6)
        and ($7::text is null or position = $7) and ($8::bigint is null or changed < $8)
        and ($9::bigint[] is null or id = any ($9))
        and ($10::text is null or key ~>=~ $10) and ($11::text is null or key ~<~ $11)
        and ($12::bigint is null or began >= $12) and ($13::bigint is null or began < $13)
    """
}
