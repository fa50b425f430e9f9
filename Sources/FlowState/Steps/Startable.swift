/// A type that can be started and that has a next step.
///
/// Flows consist of ``FlowStep``, ``ConcurrentFlowStep`` and ``NavigationFlowCoordinator`` objects. Your own type can conform
/// too, and take part in a chain on the main actor. When its work is done, it must start its `nextStep`. It must not replace
/// its `nextStep` while it works. From the start of a custom step until its run rests or ends, its `nextStep` is an object that reports
/// to the run, so that starting it twice doesn't start the next step twice.
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
/// Only classes can conform, because a copy of a value would lose its completion.
///
/// As in the original FlowState: `Startable`.
public protocol Startable: AnyObject {
  /// The name of the step in errors and traces.
  var identifier: String { get }

  /// The step that starts when this one has completed; nil if the chain ends here.
  var nextStep: (any Startable)? { get set }

  /// Starts the work in a new run on the main queue.
  @MainActor func start()
}
