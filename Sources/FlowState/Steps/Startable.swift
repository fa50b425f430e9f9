/// Something that can be started and knows what comes after it: a link of a flow.
///
/// ``FlowStep``, ``ConcurrentFlowStep`` and ``NavigationFlowCoordinator`` are the ones that flows are made of. A type of
/// your own may conform too, to fit into a chain on the main actor: when its work is done it starts its `nextStep`, which it
/// must not replace while it works.
///
/// ```swift
/// @MainActor final class Chime: @MainActor Startable {
///   var nextStep: (any Startable)?
///   let identifier = "Chime"
///
///   func start() {
///     playSound()
///     nextStep?.start()
///   }
/// }
/// ```
///
/// Source: `Startable` of the original FlowState. It is limited to classes, because a copy's completion would be lost.
public protocol Startable: AnyObject {
  /// The name of the step in errors and traces.
  var identifier: String { get }

  /// What starts when this has completed; nil if the chain ends here.
  var nextStep: (any Startable)? { get set }

  /// Starts the work, and with it a run of its own on the main queue.
  @MainActor func start()
}
