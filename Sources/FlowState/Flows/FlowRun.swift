/// A run that was started: its name, and the way to end it.
///
/// ```swift
/// let run = flow.start(content) { outcome in print(outcome) }
/// run.cancel()
/// ```
///
/// Letting go of it changes nothing: the run goes on.
///
/// Guard of `@unchecked Sendable`: the run is only handed to its own conductor.
public final class FlowRun: @unchecked Sendable, CustomStringConvertible {
  private let run: Run

  init(_ run: Run) {
    self.run = run
  }

  /// The name of the run in errors and traces.
  public var id: FlowRunID { run.id }

  /// The name of the run as it stands in traces: `Profile#2`.
  public var description: String { id.description }

  /// Ends the run as cancelled: the step that it waits on, and whatever that step has under way, is cancelled, the
  /// innermost first. A completion that arrives later is ignored and told to the observer.
  ///
  /// May be called from any thread, as often as one likes, also before the run has begun and after it has ended. It takes
  /// effect on the run's queue, between two closures: called from one of them, after that has returned.
  public func cancel() {
    run.cancelFromOutside()
  }
}
