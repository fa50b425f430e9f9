import FlowStateTesting

/// The part of a run that its seed decides: its steps, and the interference from outside.
///
/// Only the interleaving of the threads is left open. The description of a plan is complete.
struct StressPlan: Sendable {
  /// The queue of a run.
  enum Queue: Sendable {
    /// The queue of the run around it, or a queue of its own if there is none.
    case inherited
    case own
    /// A queue that other runs use as well.
    case shared(Int)
  }

  /// Interference with a run from outside, on another thread.
  enum Interference: Sendable {
    case cancel
    case goBack
    case goBackTo(String)
    /// Reads the events from now on, up to the end.
    case readEvents
  }

  let queue: Queue
  /// The chain, which ends with ``last``.
  let parts: [StressPart]
  /// The decisions of each part's failure route, in order. After them, a failure ends the run.
  let routes: [[Route]]
  let last: StressLeaf
  /// The number of turns through the chain.
  let turns: Int
  /// The turns after which the last step goes back before the next turn.
  let turnsBack: Set<Int>
  /// The number of visits that a run keeps.
  let visits: Int
  /// Whether a second observer receives the run's events.
  let hasSecondObserver: Bool
  /// Whether the events are kept from the beginning, and read.
  let keepsEvents: Bool
  let interferences: [(what: Interference, after: StressDelay)]

  enum Route: Sendable {
    case retry
    case retryLater(microseconds: Int)
    case goToLast
    case fail
  }

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    self.init(depth: 3, using: &generator)
  }

  /// Draws a plan. A nested run has no interference.
  init(depth: Int, mayHold: Bool = false, using generator: inout SeededGenerator) {
    let isNested = depth < 3
    queue =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: .shared(0)
      case 1: .shared(1)
      case 2: .own
      default: .inherited
      }
    let count = Int.random(in: 1...(isNested ? 2 : 4), using: &generator)
    parts = (0..<count).map { _ in StressPart(depth: depth - 1, mayHold: mayHold, using: &generator) }
    routes = parts.map { _ in
      (0..<Int.random(in: 0...3, using: &generator)).map { _ in Self.route(using: &generator) }
    }
    last = StressLeaf(mayHold: false, using: &generator)
    turns = Int.random(in: 1...3, using: &generator)
    turnsBack = Bool.random(using: &generator) ? [] : [Int.random(in: 1...3, using: &generator)]
    visits = Int.random(in: 0...4, using: &generator)
    hasSecondObserver = Int.random(in: 0..<4, using: &generator) == 0
    keepsEvents = Int.random(in: 0..<4, using: &generator) == 0
    interferences =
      isNested
      ? []
      : (0..<([0, 0, 1, 1, 2, 4].randomElement(using: &generator) ?? 0)).map { _ in
        (Self.interference(using: &generator), StressDelay(using: &generator))
      }
  }

  private static func route(using generator: inout SeededGenerator) -> Route {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1: .retry
    case 2: .retryLater(microseconds: Int.random(in: 1...100, using: &generator))
    case 3, 4: .goToLast
    default: .fail
    }
  }

  /// Names that steps may have.
  private static let names = ["own", "screen", "common", "lent", "all", "nowhere"]

  private static func interference(using generator: inout SeededGenerator) -> Interference {
    switch Int.random(in: 0..<7, using: &generator) {
    case 0, 1: .cancel
    case 2, 3: .goBack
    case 4, 5: .goBackTo(names.randomElement(using: &generator) ?? "own")
    default: .readEvents
    }
  }
}

/// The delay of an action on another thread.
enum StressDelay: Sendable {
  case none
  case microseconds(Int)

  init(using generator: inout SeededGenerator) {
    let time = Int.random(in: -300...300, using: &generator)
    self = time > 0 ? .microseconds(time) : .none
  }
}
