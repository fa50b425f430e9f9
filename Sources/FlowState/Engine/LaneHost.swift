/// What a step has under way in lanes of its own: children, the step that an operator is about, a nested run, screens.
///
/// Lanes that are closed from outside are closed innermost first, in a loop: so a host says which lanes it has, and leaves
/// it to the loop to close them. Confined to the queue of the run.
@usableFromInline
class LaneHost {
  @usableFromInline
  init() {}

  /// The lanes that are under way, in the order in which they were started. They are closed in the opposite order.
  var lanes: [Lane] { [] }

  /// The step of the host has been cancelled, and the lanes are closed.
  @usableFromInline
  func lanesWereClosed() {}
}
