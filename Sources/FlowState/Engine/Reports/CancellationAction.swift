/// An action that stops a start's work when the start is cancelled.
///
/// `@unchecked Sendable`: the lock of the handler that has the action guards `time`.
final class CancellationAction: @unchecked Sendable {
  let body: @Sendable () -> Void
  /// The time on the clock of late reports when the action was set, if the handler's start had settled; otherwise 0.
  @exclusivity(unchecked) var time: UInt64 = 0

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

/// A message that passes a cancellation action to the lane of a start that waits.
///
/// The message is mailed before any report of the start, so it is delivered first. If the lane no longer waits for the
/// start by then, the start was cancelled or superseded.
final class CancellationActionMessage: Message {
  private let action: CancellationAction
  /// The lane and the visit of the start. Set before the message is mailed.
  @exclusivity(unchecked) private var lane: Lane?
  @exclusivity(unchecked) private var visit = 0

  init(_ action: CancellationAction) {
    self.action = action
  }

  func address(to lane: Lane, _ visit: Int) {
    self.lane = lane
    self.visit = visit
  }

  override func deliver() {
    lane?.setCancellation(action, for: visit)
  }
}
