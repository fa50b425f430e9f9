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

  /// Takes the run back to the previous stop; see ``FlowScope/goBack()``.
  ///
  /// You can call this method from any thread. It takes effect on the run's queue, between two closures. In a closure of the run, it
  /// does what the method of the scope does. If the run has ended, it does nothing. It traps if the flow isn't
  /// ``Flow/reversible(visits:)``.
  public func goBack() {
    run.preconditionReversible()
    if run.eventLoop.isDelivering { return run.goBackSoon(to: .previous) }
    run.eventLoop.post(ClosureMessage { [run] in run.goBack(to: .previous) })
  }

  /// Takes the run back to the latest earlier visit of a step; see ``FlowScope/goBack(to:)``.
  ///
  /// You can call this method from any thread. It returns when the run has gone back, or has failed because a visit could not be undone.
  /// In an async function of the run itself, or of a run nested in it, it returns at once, because the run waits for that function. It
  /// traps if the flow isn't ``Flow/reversible(visits:)``.
  ///
  /// - Parameter identifier: The name of the step.
  /// - Throws: A ``FlowHistoryError`` if the run has no earlier visit of the step, has ended, or can't go back past a final step.
  public func goBack(to identifier: String) async throws(FlowHistoryError) {
    try await goBack(.step(identifier))
  }

  /// Takes the run back by some stops; see ``FlowScope/goBack(steps:)``.
  ///
  /// You can call this method from any thread. It returns when the run has gone back, or has failed because a visit could not be undone.
  /// In an async function of the run itself, or of a run nested in it, it returns at once, because the run waits for that function. It
  /// traps if the flow isn't ``Flow/reversible(visits:)``.
  ///
  /// - Parameter count: The number of stops, or of steps in a run that has met no stop; at least 1.
  /// - Throws: A ``FlowHistoryError`` if the run has fewer earlier stops, has ended, or can't go back past a final step.
  public func goBack(steps count: Int) async throws(FlowHistoryError) {
    try await goBack(.stops(count))
  }

  private func goBack(_ target: History.Target) async throws(FlowHistoryError) {
    run.preconditionReversible()
    // Work of the run that waited until the run has gone back would wait for itself.
    let isInside = AsyncWork.current?.isInside(run.eventLoop) ?? false
    let refusal: FlowHistoryError? = await onQueue { run, resume in
      guard isInside else { return run.goBack(to: target, arrived: resume) }
      let refusal = run.refusal(to: target)
      run.goBack(to: target)
      resume(refusal)
    }
    if let refusal { throw refusal }
  }

  /// Returns the steps that ``goBack()`` would take back and undo.
  ///
  /// You can call this method from any thread. It traps if the flow isn't ``Flow/reversible(visits:)``.
  ///
  /// - Returns: The target, and the steps that would be taken back and undone.
  /// - Throws: A ``FlowHistoryError`` if the run can't go back.
  public func wayBack() async throws(FlowHistoryError) -> FlowWayBack {
    run.preconditionReversible()
    let way: Swift.Result<FlowWayBack, FlowHistoryError> = await onQueue { run, resume in
      resume(Swift.Result { () throws(FlowHistoryError) in try run.wayBack(to: .previous) })
    }
    return try way.get()
  }

  /// Performs a closure on the run's queue, and waits until it has called `resume`.
  private func onQueue<Value: Sendable>(
    _ body: @escaping (_ run: Run, _ resume: @escaping (Value) -> Void) -> Void
  ) async -> Value {
    let body = UnsafeTransfer(body)
    let value = await withCheckedContinuation { continuation in
      run.eventLoop.post(
        ClosureMessage { [run] in
          body.value(run) { value in
            run.willResumeTask()
            continuation.resume(returning: value)
          }
        })
    }
    run.hasResumedTask()
    return value
  }

  /// Leaves the step under way, from any thread. The run continues later, perhaps in another process. The outcome of
  /// this part is ``FlowOutcome/cancelled``, but its steps receive no cancellation.
  ///
  /// - Parameter left: Called when the run has left the step, and can't go back any more. The part can end later: it waits for work
  ///   that ignores its cancellation.
  package func setAside(then left: @escaping @Sendable () -> Void = {}) {
    run.eventLoop.post(ClosureMessage { [run] in run.setAsideAfterRequests(then: left) })
  }
}
