/// The connection of a module of the package with one start, through the handler of that start. The lane takes the
/// connection over when it binds the handler.
///
/// Confined to the queue of the run.
final class HandlerConnection {
  /// The lanes that the step started.
  @exclusivity(unchecked) var host: LaneHost?
  /// Forwards content to a screen. A closure in a box, because only the step knows its type.
  @exclusivity(unchecked) var forward: AnyObject?
  /// Ends work that the engine started for the step.
  @exclusivity(unchecked) var interruption: (() -> Void)?
}
