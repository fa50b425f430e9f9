/// A run of a flow. Use it to identify, cancel or rewind the run.
///
/// ```swift
/// let run = flow.start(content) { outcome in print(outcome) }
/// run.cancel()
/// ```
///
/// Releasing this object doesn't end the run.
///
/// `@unchecked Sendable`: only the run's event loop uses the run.
public final class FlowRun: @unchecked Sendable, CustomStringConvertible {
  let run: Run
  let keptEvents: KeptEvents

  init(_ run: Run, keptEvents: AsyncStream<FlowEvent>? = nil) {
    self.run = run
    self.keptEvents = KeptEvents(keptEvents)
  }

  /// The name of the run in errors and traces.
  public var id: FlowRunID { run.id }

  /// The name of the run as traces show it: `Profile#2`.
  public var description: String { id.description }

  /// Ends the run as cancelled.
  ///
  /// Cancels the step that the run waits for and all work that the step has started, innermost first. If a handler reports
  /// later, the run ignores the report and notifies the observer.
  ///
  /// You can call this method from any thread, repeatedly, before the run begins and after it ends. It takes effect on the
  /// run's queue, between two closures. If you call it in a closure of the run, it takes effect when that closure returns.
  public func cancel() {
    run.cancelFromOutside()
  }

  /// Takes the run back to the previous step; see ``FlowScope/goBack()``.
  ///
  /// You can call this method from any thread. It takes effect on the run's queue, between two closures. If the run has ended,
  /// it does nothing. It traps if the flow isn't ``Flow/reversible(visits:)``.
  public func goBack() {
    run.preconditionReversible()
    run.eventLoop.post(ClosureMessage { [run] in _ = run.goBack(to: nil) })
  }

  /// Takes the run back to the latest earlier visit of a step; see ``FlowScope/goBack(to:)``.
  ///
  /// You can call this method from any thread. It returns when the run has gone back. It traps if the flow isn't
  /// ``Flow/reversible(visits:)``.
  ///
  /// - Parameter identifier: The name of the step.
  /// - Throws: A ``FlowHistoryError`` if the run has no earlier visit of the step, or has ended.
  public func goBack(to identifier: String) async throws(FlowHistoryError) {
    run.preconditionReversible()
    let refusal = await withCheckedContinuation { continuation in
      run.eventLoop.post(
        ClosureMessage { [run] in
          let refusal = run.goBack(to: identifier)
          run.willResumeTask()
          continuation.resume(returning: refusal)
        })
    }
    run.hasResumedTask()
    if let refusal { throw refusal }
  }

  /// Leaves the step under way, from any thread. The run continues later, perhaps in another process. The outcome of
  /// this part is ``FlowOutcome/cancelled``, but its steps receive no cancellation.
  package func setAside() {
    run.eventLoop.post(ClosureMessage { [run] in run.setAside() })
  }
}
