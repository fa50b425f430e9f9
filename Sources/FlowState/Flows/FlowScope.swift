/// What the builder of a flow works with: the run's content, and the result that the run will yield.
///
/// ```swift
/// let rename = Flow(String.self, String.self, identifier: "Rename") { scope in
///   let ask = FlowStep(String.self, String.self, identifier: "Ask") { step in prompt("New name for \(step.content ?? "")") }
///   ask.content = scope.content
///   ask.setCompletion { _, name in scope.result = name }
///   return ask
/// }
/// ```
///
/// A scope belongs to one run and lives on its queue, like the steps that the builder makes.
public final class FlowScope<Content, Result> {
  /// What the run was started with.
  public let content: Content?
  /// What the run yields when it comes to rest; the closures of the steps set it.
  public var result: Result?

  /// Makes the result when the run has come to rest, if the flow is one that says how.
  var summary: (() -> Result?)?
  /// The scope that the builder has instead, if it is not to have the content.
  private var narrowed: FlowScope<Never, Result>?
  /// The run, from its beginning to its end. Not weak: whoever is referred to weakly is retained and released by a slow path,
  /// and the engine retains a run all the time.
  private(set) var run: Run?
  /// The name of the run.
  private var runID = FlowRunID(flow: "", number: 0)

  init(_ content: Content?) {
    self.content = content
  }

  /// What the run yields, now that it has come to rest.
  func takeResult() -> Result? {
    guard let summary = summary.take() else { return result.take() }
    return summary()
  }

  /// Makes a scope of the same run that hides the content, and says what the run yields.
  func makeScopeWithoutContent() -> FlowScope<Never, Result> {
    let scope = FlowScope<Never, Result>(nil)
    scope.run = run
    scope.runID = runID
    summary = { scope.takeResult() }
    narrowed = scope
    return scope
  }

  /// Makes the scope that of a run, which is about to begin.
  func connect(to run: Run) {
    self.run = run
    runID = run.id
  }

  /// The run has come to its end.
  func disconnect() {
    run = nil
    narrowed?.run = nil
  }

  /// Goes back to the step before, as soon as the closure that calls this has returned: a `nextStep` that it has chosen
  /// does not start.
  ///
  /// The step before is the one that the run's own chain started before the one where it stands. Work that is under way is
  /// cancelled, children and nested flows included, and what it reports later is ignored. Visits that completed are undone,
  /// the latest first (see ``FlowStep/setUndo(_:)``); then the step gets the content back that it had in that visit, and
  /// starts. Going back from the first step ends the run as cancelled. A flow that is nested in a reversible one then takes
  /// that one back too; nested in another one, it cancels that.
  ///
  /// Call it in a closure of the run. After the run has come to its end it does nothing. It traps if the flow is not
  /// ``Flow/reversible(visits:)``.
  public func goBack() {
    guard let run else { return }
    run.preconditionReversible()
    run.goBackSoon(to: nil)
  }

  /// Goes back to the latest earlier visit of a step, as ``goBack()`` does to the step before.
  ///
  /// - Parameter identifier: The name of the step.
  /// - Throws: A ``FlowHistoryError`` if the run has not come past such a step, or has ended.
  public func goBack(to identifier: String) throws(FlowHistoryError) {
    guard let run else { throw .runEnded(runID) }
    run.preconditionReversible()
    if let refusal = run.refusal(to: identifier) { throw refusal }
    run.goBackSoon(to: identifier)
  }
}
