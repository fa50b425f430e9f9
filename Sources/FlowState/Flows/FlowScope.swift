/// The content and the result of one run, for the builder of its flow.
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
/// A scope belongs to one run. Use it only on the run's queue, like the steps that the builder makes.
public final class FlowScope<Content, Result> {
  /// The content that the run was started with.
  public let content: Content?
  /// The result that the run yields when it comes to rest. The closures of the steps set it.
  public var result: Result? {
    didSet { isResultSet = true }
  }

  /// Whether a closure has set the result, also to nil.
  private var isResultSet = false
  /// Makes the result when the run has come to rest, in a flow that computes it.
  var summary: (() -> Result?)?
  /// The scope without content that the builder receives instead.
  private var narrowed: FlowScope<Never, Result>?
  /// The run, from its beginning to its end. The reference isn't weak, because retaining and releasing an object that has weak
  /// references is slow, and the engine retains a run all the time.
  private(set) var run: Run?
  /// The name of the run.
  private var runID = FlowRunID(flow: "", number: 0)

  init(_ content: Content?) {
    self.content = content
  }

  /// Whether the run has no result, because no closure has set it.
  var lacksResult: Bool {
    if let narrowed { return narrowed.lacksResult }
    return summary == nil && !isResultSet
  }

  /// Returns the run's result and releases it.
  func takeResult() -> Result? {
    guard let summary = summary.take() else { return result.take() }
    return summary()
  }

  /// Makes a scope of the same run that hides the content and receives the result.
  func makeScopeWithoutContent() -> FlowScope<Never, Result> {
    let scope = FlowScope<Never, Result>(nil)
    scope.run = run
    scope.runID = runID
    summary = { scope.takeResult() }
    narrowed = scope
    return scope
  }

  /// Connects the scope to a run that is about to begin.
  func connect(to run: Run) {
    self.run = run
    runID = run.id
  }

  /// Disconnects the scope from a run that has ended.
  func disconnect() {
    run = nil
    narrowed?.run = nil
  }

  /// Goes back to the previous step, as soon as the calling closure returns.
  ///
  /// A `nextStep` that this closure has chosen doesn't start. The previous step is the one that the run's own chain started
  /// before the current one. Going back works as follows:
  /// - The run cancels the work under way, including children and nested flows, and ignores their late reports.
  /// - It undoes the visits that completed, latest first; see ``FlowStep/setUndo(_:)``.
  /// - It restores the shared values that the previous visit began with; see ``FlowContext``.
  /// - It restores the content that the previous step had in its visit, and starts the step.
  ///
  /// Going back from the first step ends the run as cancelled. If the flow is nested in a reversible flow, that flow then goes
  /// back too. If it is nested in another flow, that flow is cancelled.
  ///
  /// Call this method in a closure of the run. After the run has ended, it does nothing. It traps if the flow isn't
  /// ``Flow/reversible(visits:)``.
  public func goBack() {
    guard let run else { return }
    run.preconditionReversible()
    run.goBackSoon(to: nil)
  }

  /// Goes back to the latest earlier visit of a step, as soon as the calling closure returns; see ``goBack()``.
  ///
  /// - Parameter identifier: The name of the step.
  /// - Throws: A ``FlowHistoryError`` if the run has no earlier visit of the step, or has ended.
  public func goBack(to identifier: String) throws(FlowHistoryError) {
    guard let run else { throw .runEnded(runID) }
    run.preconditionReversible()
    if let refusal = run.refusal(to: identifier) { throw refusal }
    run.goBackSoon(to: identifier)
  }
}
