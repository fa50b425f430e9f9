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
  private let owner: any TurnOwner
  private let number: UInt

  init(of owner: any TurnOwner, number: UInt) {
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
    owner.drain(turn: number)
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

/// The owner of a turn, which is an event loop. A protocol, so that queues and turns don't depend on the engine.
protocol TurnOwner: AnyObject, Sendable {
  /// Delivers everything that waits.
  func drain(turn number: UInt)

  /// Delivers one message. Returns whether more messages wait.
  func deliverNext(turn number: UInt) -> Bool
}

/// The one turn of an event loop that its queue must run, and may run only once.
///
/// A queue that runs a turn again, even on two threads at the same time, traps before the run's state is used.
struct DueTurn: ~Copyable {
  /// The number of the turn that is due; 0 if no turn is due.
  private let due = Atomic<UInt>(0)
  /// The number of turns so far. Guarded by the mailbox: only the one thread that has made it busy changes the count.
  private let count = Atomic<UInt>(0)

  /// Makes a turn due. Only for the thread that has made the mailbox busy, or keeps it busy.
  ///
  /// - Returns: The number of the turn.
  func schedule() -> UInt {
    let number = count.load(ordering: .relaxed) &+ 1
    count.store(number, ordering: .relaxed)
    due.store(number, ordering: .releasing)
    return number
  }

  /// Claims a turn for the caller to run. Traps unless that turn is due.
  func claim(_ number: UInt) {
    let (isDue, _) = due.compareExchange(
      expected: number, desired: 0, successOrdering: .acquiring, failureOrdering: .relaxed)
    requireUse(isDue, "A FlowTurn was run twice; a queue must run each turn once.")
  }

  /// Makes a turn due again because it has more to deliver.
  func giveBack(_ number: UInt) {
    due.store(number, ordering: .releasing)
  }
}
