import FlowDurable

/// The conditions of a query as SQL, with their parameters.
///
/// Each query has a text of its own that only has its conditions, so that the server finds the indexes for them.
struct RunConditions {
  private(set) var parameters: [PostgresParameter] = []
  private let query: RunQuery
  /// The states that match; nil for all.
  private let states: Set<String>?
  /// Whether the columns and indexes of resting runs are complete.
  private let hasRests: Bool

  /// Creates conditions; nil if no run can match, because no text of a run has a zero byte.
  init?(_ query: RunQuery, hasRests: Bool) {
    let texts =
      (query.flows ?? []) + [query.key, query.keyPrefix, query.tenant, query.queue, query.position].compactMap { $0 }
    if texts.contains(where: { $0.utf8.contains(0) }) { return nil }
    self.query = query
    self.hasRests = hasRests
    states = Self.states(query)
  }

  private static func states(_ query: RunQuery) -> Set<String>? {
    let endings = Set((query.endings ?? Set(RunEnding.allCases)).map(\.rawValue))
    guard let kinds = query.states else { return query.endings == nil ? nil : endings }
    let open = kinds.subtracting([.ended]).map(\.rawValue)
    return (query.endings == nil ? Set(open) : []).union(kinds.contains(.ended) ? endings : [])
  }

  /// Adds a parameter.
  ///
  /// - Returns: Its placeholder.
  mutating func add(_ parameter: PostgresParameter) -> String {
    parameters.append(parameter)
    return "$\(parameters.count)"
  }

  /// The runs to which a part of a statement is limited.
  enum Part: CaseIterable {
    case all
    /// Runs that a worker holds: few, and their steps and times change often.
    case held
    /// All other runs, whose steps and times are in columns with indexes.
    case resting
    /// Runs that may have been claimed since their latest record.
    case claimable
    /// Runs that were not claimed since their latest record.
    case unclaimed

    /// The states of the runs; nil for all.
    var states: Set<String>? {
      let resting: Set = ["parked", "waiting", "completed", "failed", "cancelled"]
      switch self {
      case .all: return nil
      case .held: return ["held"]
      case .resting: return resting.union(["ready"])
      case .claimable: return ["held", "ready"]
      case .unclaimed: return resting
      }
    }
  }

  /// Returns the conditions for runs of a part; nil if it has no runs that match.
  mutating func text(_ part: Part) -> String? {
    var conditions: [String] = []
    let isAtRest = part == .resting && hasRests
    if part == .resting { conditions.append(hasRests ? "rested is not null" : "state <> 'held'") }
    switch (states, part.states) {
    case (nil, nil): break
    case (nil, let limits?): if part != .resting { conditions.append(Self.isOne(of: limits)) }
    case (let states?, let limits):
      let states = limits.map(states.intersection) ?? states
      if states.isEmpty { return nil }
      conditions.append(Self.isOne(of: states))
    }
    if let numbers = query.numbers { conditions.append("id = any (\(add(.integers(numbers.map(\.rawValue)))))") }
    if let flows = query.flows?.map(\.composed) {
      conditions.append(
        flows.count == 1 ? "flow = \(add(.text(flows[0])))" : "flow = any (\(add(.texts(flows))))")
    }
    if let key = query.key { conditions.append("key = \(add(.text(key.composed)))") }
    if let prefix = query.keyPrefix?.composed {
      conditions.append("key ~>=~ \(add(.text(prefix)))")
      if let end = Self.end(of: prefix) { conditions.append("key ~<~ \(add(.text(end)))") }
    }
    if let tenant = query.tenant { conditions.append("tenant = \(add(.text(tenant.composed)))") }
    if let queue = query.queue {
      // The index has no runs of the queue that most runs have.
      conditions.append("queue = \(add(.text(queue.composed)))\(queue == "default" ? "" : " and queue <> 'default'")")
    }
    if let position = query.position { conditions.append(isAt(add(.text(position.composed)), part)) }
    if let time = query.changedBefore {
      conditions.append("\(isAtRest ? "rested" : "changed") < \(add(.integer(Int(time.milliseconds))))")
    }
    if let time = query.beganFrom { conditions.append("began >= \(add(.integer(Int(time.milliseconds))))") }
    if let time = query.beganBefore { conditions.append("began < \(add(.integer(Int(time.milliseconds))))") }
    return conditions.isEmpty ? "true" : conditions.joined(separator: " and ")
  }

  private func isAt(_ step: String, _ part: Part) -> String {
    switch part {
    case .held: "position = \(step)"
    case .resting where hasRests: "rested_step = \(step)"
    case .all where hasRests: "(rested_step = \(step) or state = 'held' and position = \(step))"
    case .all, .resting, .claimable, .unclaimed: "position = \(step)"
    }
  }

  private static func isOne(of states: Set<String>) -> String {
    let list = states.sorted().map { "'\($0)'" }
    return list.count == 1 ? "state = \(list[0])" : "state in (\(list.joined(separator: ", ")))"
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
}
