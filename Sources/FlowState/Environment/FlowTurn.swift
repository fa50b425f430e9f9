import Synchronization

/// One visit of a run to its queue: the deliveries that wait there.
///
/// A turn is handed to ``FlowQueue/enqueue(_:)``, which runs it once, either whole or delivery by delivery.
///
/// ```swift
/// while turn.deliverNext() {
///   print("one delivery done, more to come")
/// }
/// ```
public struct FlowTurn: Sendable {
  private let eventLoop: EventLoop
  private let number: UInt

  init(_ eventLoop: EventLoop, number: UInt) {
    self.eventLoop = eventLoop
    self.number = number
  }

  /// Delivers what waits, in the order of arrival, on the calling thread.
  ///
  /// After about a thousand steps or deliveries the rest makes up another turn, so that a chain which never waits does not
  /// keep the queue from others.
  ///
  /// Call it once per turn, from the queue that the turn was handed to. It traps if the turn was run before, or is being run.
  public func run() {
    eventLoop.drain(turn: number)
  }

  /// Delivers the one thing that has waited longest, on the calling thread; call it until it returns false.
  ///
  /// For queues that are played by hand, delivery by delivery.
  ///
  /// - Returns: whether more is waiting.
  public func deliverNext() -> Bool {
    eventLoop.deliverNext(turn: number)
  }
}

/// The one turn of an event loop that its queue has to run, and may run once.
///
/// A queue that runs a turn again, even on two threads at once, traps before anything of the run is touched.
struct DueTurn: ~Copyable {
  /// The number of the turn that is due, or 0 while none is.
  private let due = Atomic<UInt>(0)
  /// How many turns there have been. Guard: whoever has made the mailbox busy, which is one at a time.
  private let count = Atomic<UInt>(0)

  /// Makes a turn due. Only for whoever has made the mailbox busy, or keeps it so.
  ///
  /// - Returns: The number of the turn.
  func schedule() -> UInt {
    let number = count.load(ordering: .relaxed) &+ 1
    count.store(number, ordering: .relaxed)
    due.store(number, ordering: .releasing)
    return number
  }

  /// Makes the caller the one who runs a turn. Traps unless that turn is due.
  func claim(_ number: UInt) {
    let (isDue, _) = due.compareExchange(
      expected: number, desired: 0, successOrdering: .acquiring, failureOrdering: .relaxed)
    requireUse(isDue, "A FlowTurn was run twice; a queue runs each turn that it was given once.")
  }

  /// Makes a turn due again that has more to deliver.
  func giveBack(_ number: UInt) {
    due.store(number, ordering: .releasing)
  }
}
