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
  let conductor: Conductor

  init(_ conductor: Conductor) {
    self.conductor = conductor
  }

  /// Delivers everything that waits, in the order of arrival, on the calling thread.
  ///
  /// Call it once per turn, from the queue that the turn was handed to.
  public func run() {
    conductor.drain()
  }

  /// Delivers the one thing that has waited longest, on the calling thread; call it until it returns false.
  ///
  /// For queues that are played by hand, delivery by delivery.
  ///
  /// - Returns: whether more is waiting.
  public func deliverNext() -> Bool {
    conductor.deliverNext()
  }
}
