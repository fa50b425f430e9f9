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
  private let conductor: Conductor
  private let number: UInt

  init(_ conductor: Conductor, number: UInt) {
    self.conductor = conductor
    self.number = number
  }

  /// Delivers what waits, in the order of arrival, on the calling thread.
  ///
  /// After about a thousand steps or deliveries the rest makes up another turn, so that a chain which never waits does not
  /// keep the queue from others.
  ///
  /// Call it once per turn, from the queue that the turn was handed to. It traps if the turn was run before, or is being run.
  public func run() {
    conductor.drain(turn: number)
  }

  /// Delivers the one thing that has waited longest, on the calling thread; call it until it returns false.
  ///
  /// For queues that are played by hand, delivery by delivery.
  ///
  /// - Returns: whether more is waiting.
  public func deliverNext() -> Bool {
    conductor.deliverNext(turn: number)
  }
}
