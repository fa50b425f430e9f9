import FlowDurable

/// A state by which runs are listed and counted: the kind of a state, or the way in which a run has ended.
enum RunStatus: Sendable, Hashable {
  case kind(RunState.Kind)
  case ending(RunEnding)

  /// The states of runs in a store, in the order in which pages show them: first those that need someone.
  static let all: [RunStatus] = [
    .kind(.parked), .ending(.failed), .kind(.held), .kind(.ready), .kind(.waiting), .ending(.completed),
    .ending(.cancelled),
  ]
  /// The states of runs in memory.
  static let ofProcess: [RunStatus] = [
    .ending(.failed), .kind(.held), .kind(.waiting), .ending(.completed), .ending(.cancelled),
  ]

  /// Creates a state from its name in a query.
  init?(name: String) {
    if let kind = RunState.Kind(rawValue: name) {
      self = .kind(kind)
    } else if let ending = RunEnding(rawValue: name) {
      self = .ending(ending)
    } else {
      return nil
    }
  }

  /// The state of some runs.
  init(_ count: RunCount) {
    self = count.ending.map { .ending($0) } ?? .kind(count.state)
  }

  var name: String {
    switch self {
    case .kind(let kind): kind.rawValue
    case .ending(let ending): ending.rawValue
    }
  }

  /// The name of the state for human readers.
  func title(isStored: Bool) -> String {
    switch self {
    case .kind(.ready): "Due"
    case .kind(.held): isStored ? "At work" : "Under way"
    case .kind(.waiting): "Waiting"
    case .kind(.parked): "Parked"
    case .kind(.ended): "Ended"
    case .ending(.completed): "Completed"
    case .ending(.failed): "Failed"
    case .ending(.cancelled): "Cancelled"
    }
  }

  /// Returns whether some runs are in the state.
  func includes(_ count: RunCount) -> Bool {
    switch self {
    case .kind(let kind): count.state == kind
    case .ending(let ending): count.ending == ending
    }
  }
}

extension RunQuery {
  /// Limits a query to a state.
  mutating func select(_ status: RunStatus) {
    switch status {
    case .kind(let kind): states = [kind]
    case .ending(let ending): endings = [ending]
    }
  }
}

extension [RunCount]? {
  /// The number of runs in a state as text; of all runs if it is nil. Numbers that aren't known yet are an ellipsis.
  func text(_ status: RunStatus?) -> String { self?.runs(status).grouped ?? "…" }
}

extension [RunCount] {
  /// Returns the number of runs in a state; of all runs if it is nil.
  func runs(_ status: RunStatus?) -> Int {
    reduce(0) { $0 + (status?.includes($1) ?? true ? $1.runs : 0) }
  }
}
