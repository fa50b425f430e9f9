import Synchronization

/// One visit of a run to its queue, with the deliveries that wait there.
///
/// A run passes each turn to ``FlowQueue/enqueue(_:)``. The queue runs the turn once, as a whole or delivery by delivery.
///
/// ```swift
/// while turn.deliverNext() {
///   print("one delivery done, more to come")
/// }
/// ```
public struct FlowTurn: Sendable {
  /// The owner, for the queues of this module; see ``TurnOwner/runDueTurn()``.
  let owner: TurnOwner
  private let number: UInt

  init(of owner: TurnOwner, number: UInt) {
    self.owner = owner
    self.number = number
  }

  /// Delivers what waits, in order of arrival, on the calling thread.
  ///
  /// After about a thousand steps or deliveries, the rest becomes another turn, so that a chain that never waits doesn't block
  /// the queue.
  ///
  /// Call this method once for each turn, on the queue that received the turn. It traps if the turn has run before or is
  /// running.
  public func run() {
    owner.run(turn: number)
  }

  /// Delivers the oldest waiting delivery, on the calling thread. Call it until it returns false.
  ///
  /// Use it in queues that are advanced by hand, one delivery at a time.
  ///
  /// - Returns: Whether more deliveries wait.
  public func deliverNext() -> Bool {
    owner.deliverNext(turn: number)
  }
}

/// The owner of turns, which is an event loop. A class of its own, so that queues and turns don't depend on the engine.
///
/// One turn is due at a time. A queue that runs a turn again, even on two threads at the same time, traps before the run's state is used.
///
/// `@unchecked Sendable`: see the subclass.
@usableFromInline
class TurnOwner: @unchecked Sendable {
  /// The number of the latest turn, doubled, and one more if that turn is due.
  private let latest = Atomic<UInt>(0)

  /// Makes a turn, which is due from now on. Only for the thread that has made the mailbox busy, or keeps it busy.
  final func makeTurn() -> FlowTurn {
    let number = (latest.load(ordering: .relaxed) >> 1) &+ 1
    latest.store(number << 1 | 1, ordering: .releasing)
    return FlowTurn(of: self, number: number)
  }

  /// Runs the turn that is due. For a queue that runs each turn once: a block that captures the owner alone needs no memory for it, which
  /// saves an allocation of each turn.
  final func runDueTurn() {
    run(turn: latest.load(ordering: .relaxed) >> 1)
  }

  fileprivate final func run(turn number: UInt) {
    claim(number)
    drain()
  }

  fileprivate final func deliverNext(turn number: UInt) -> Bool {
    claim(number)
    guard deliverNext() else { return false }
    latest.store(number << 1 | 1, ordering: .releasing)
    return true
  }

  /// Claims a turn for the caller to run. Traps unless that turn is due.
  private func claim(_ number: UInt) {
    let (isDue, _) = latest.compareExchange(
      expected: number << 1 | 1, desired: number << 1, successOrdering: .acquiring, failureOrdering: .relaxed)
    requireUse(isDue, "A FlowTurn was run twice; a queue must run each turn once.")
  }

  /// Delivers everything that waits. The mailbox has been busy since the turn was made.
  func drain() {}

  /// Delivers one message. Returns whether more messages wait; the turn then stays due.
  func deliverNext() -> Bool { false }
}
