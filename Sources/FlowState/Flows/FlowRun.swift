/// A run that was started: its name, and the way to end it.
///
/// ```swift
/// let run = flow.start(content) { outcome in print(outcome) }
/// run.cancel()
/// ```
///
/// Letting go of it changes nothing: the run goes on.
///
/// Guard of `@unchecked Sendable`: the run is only handed to its own event loop.
public final class FlowRun: @unchecked Sendable, CustomStringConvertible {
  let run: Run
  let keptEvents: KeptEvents

  init(_ run: Run, keptEvents: AsyncStream<FlowEvent>? = nil) {
    self.run = run
    self.keptEvents = KeptEvents(keptEvents)
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

  /// Takes the run back to the step before; see ``FlowScope/goBack()``.
  ///
  /// May be called from any thread. It takes effect on the run's queue, between two closures. A run that has ended
  /// stays as it is. It traps if the flow is not ``Flow/reversible(visits:)``.
  public func goBack() {
    run.preconditionReversible()
    run.eventLoop.post(ClosureMessage { [run] in _ = run.goBack(to: nil) })
  }

  /// Takes the run back to the latest earlier visit of a step; see ``FlowScope/goBack(to:)``.
  ///
  /// May be called from any thread. Returns when the run has gone back.
  ///
  /// - Parameter identifier: The name of the step.
  /// - Throws: A ``FlowHistoryError`` if the run has not come past such a step, or has ended.
  public func goBack(to identifier: String) async throws(FlowHistoryError) {
    run.preconditionReversible()
    let refusal = await withCheckedContinuation { continuation in
      run.eventLoop.post(ClosureMessage { [run] in continuation.resume(returning: run.goBack(to: identifier)) })
    }
    if let refusal { throw refusal }
  }
}
