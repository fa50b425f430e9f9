/// The work that a step has in lanes of its own: children, the step that an operator wraps, a nested run, or screens.
///
/// Lanes that are closed from outside are closed innermost first, in a loop. So a host only lists its lanes, and the loop
/// closes them. Confined to the queue of the run.
@usableFromInline
class LaneHost {
  @usableFromInline
  init() {}

  /// The lanes that are under way, in the order in which they were started. They are closed in the opposite order.
  var lanes: [Lane] { [] }

  /// The step of an operator; nil for other hosts. The lane of that step doesn't hold it.
  var operatorStep: AnyFlowStep? { nil }

  /// The lane of that step.
  var operatorLane: Lane? { nil }

  /// Returns whether a step is the one that an operator wraps, so that both are one step for the user.
  func wraps(_ step: AnyFlowStep) -> Bool { false }

  /// Called when the step of the host has been cancelled and the lanes are closed.
  @usableFromInline
  func lanesWereClosed() {}

  /// Called when one of the lanes has come to rest or has failed. Not called for a lane that was closed from outside.
  @usableFromInline
  func laneEnded(_ lane: Lane, _ failure: FlowError?) {}

  /// Passes the ending of the host's own step to the lane of that step. For hosts that complete their step without a handler.
  @usableFromInline
  func deliverEnding() {}
}
