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
  /// The state of the scope's connection to its run.
  private enum Connection {
    case notBegun
    /// The reference isn't weak, because retaining and releasing an object that has weak references is slow, and the engine
    /// retains a run all the time.
    case run(Run)
    /// In a block of its own, because the ID takes four words of each run that is under way.
    indirect case ended(FlowRunID)
  }

  /// The properties that few scopes have.
  private final class Special {
    /// Makes the result when the run has come to rest, in a flow that computes it.
    var summary: (() -> Result?)?
    /// The scope without content that the builder receives instead.
    var narrowed: FlowScope<Never, Result>?
  }

  /// The content, in storage without a type: a generic class looks up the type of an optional field each time it is released.
  /// This field and the ones below are guarded by the run's queue.
  @usableFromInline @exclusivity(unchecked) var storedContent = InlineStorage()
  @usableFromInline @exclusivity(unchecked) var storedResult = InlineStorage()
  /// Whether a closure has set the result, even to nil.
  @usableFromInline @exclusivity(unchecked) var isResultSet = false
  /// Whether a closure is changing the result in place, and has it meanwhile.
  @usableFromInline @exclusivity(unchecked) var isResultChanging = false
  /// The result that the run yields, from its rest to its end.
  @usableFromInline @exclusivity(unchecked) var yieldedResult = InlineStorage()
  /// Receives the ending when nothing of the run is alive.
  @exclusivity(unchecked) private var conclude: ((FlowScope, FlowOutcome<Never>) -> Void)?
  /// Guarded by the run's queue.
  @exclusivity(unchecked) private var connection = Connection.notBegun
  /// Guarded by the run's queue.
  @exclusivity(unchecked) private var special: Special?

  /// Creates the scope of a run that is about to begin.
  ///
  /// - Parameters:
  ///   - content: The content of the run.
  ///   - conclude: Receives the scope and the ending once, on the run's queue, when nothing of the run is alive.
  @inlinable
  convenience init(_ content: Content?, conclude: @escaping (FlowScope, FlowOutcome<Never>) -> Void) {
    self.init(conclude)
    storedContent.fill(with: content)
  }

  @usableFromInline
  init(_ conclude: ((FlowScope, FlowOutcome<Never>) -> Void)?) {
    self.conclude = conclude
  }

  deinit {
    storedContent.clear(Content.self)
    storedResult.clear(Result.self)
    yieldedResult.clear(Result.self)
  }

  /// The content that the run was started with.
  @inlinable public var content: Content? { storedContent.read(Content.self) }

  /// The result that the run yields when it comes to rest. The closures of the steps set it.
  @inlinable public var result: Result? {
    get {
      preconditionResultIsHere()
      return storedResult.read(Result.self)
    }
    // Changed in place, so that a closure that appends to an array doesn't copy it.
    _modify {
      preconditionResultIsHere()
      isResultChanging = true
      var result = storedResult.take(Result.self)
      defer {
        isResultChanging = false
        keep(result)
      }
      yield &result
    }
    set {
      preconditionResultIsHere()
      // Releasing the old result can run code that reads the result.
      let old = storedResult.take(Result.self)
      keep(newValue)
      withExtendedLifetime(old) {}
    }
  }

  @inlinable
  func keep(_ result: consuming Result?) {
    storedResult.fill(with: result)
    isResultSet = true
  }

  /// Traps if a method that changes the result in place is executing. Swift checks that for stored properties.
  @inlinable
  func preconditionResultIsHere() {
    if isResultChanging { trapChangingResult() }
  }

  @usableFromInline
  func trapChangingResult() -> Never {
    trap("The result of a run was used inside a method that changes it.")
  }

  /// Whether the run has no result, because no closure has set it.
  private var lacksResult: Bool {
    guard let special else { return !isResultSet }
    return special.narrowed?.lacksResult ?? (special.summary == nil && !isResultSet)
  }

  /// Returns the run's outcome with its result, and releases the result.
  @inlinable
  func takeOutcome(_ ending: FlowOutcome<Never>) -> FlowOutcome<Result> {
    switch ending {
    case .completed: .completed(yieldedResult.take(Result.self))
    case .failed(let error): .failed(error)
    case .cancelled: .cancelled
    }
  }

  /// Returns the result that the closures have set, and releases it.
  private func takeResult() -> Result? {
    preconditionResultIsHere()
    return storedResult.take(Result.self)
  }

  /// Makes the result when the run has come to rest.
  package func summarize(by summary: @escaping () -> Result?) {
    let special = special ?? Special()
    special.summary = summary
    self.special = special
  }

  /// Makes a scope of the same run that hides the content and receives the result.
  func makeScopeWithoutContent() -> FlowScope<Never, Result> {
    let scope = FlowScope<Never, Result>(nil)
    if let run { scope.connect(to: run) }
    summarize { scope.takeResult() }
    special?.narrowed = scope
    return scope
  }

  /// The run, from its beginning to its end.
  var run: Run? {
    guard case .run(let run) = connection else { return nil }
    return run
  }

  /// Connects the scope to a run that is about to begin.
  func connect(to run: Run) {
    connection = .run(run)
  }

  /// Disconnects the scope from a run that has ended.
  private func disconnect() {
    if let run { connection = .ended(run.id) }
    special?.narrowed?.disconnect()
  }

  /// The name of the run that has ended.
  var endedRun: FlowRunID {
    guard case .ended(let run) = connection else { return FlowRunID(flow: "", number: 0) }
    return run
  }
}

/// The scope receives the end of its run, and passes it on with the result.
extension FlowScope: RunCompletion {
  var missingResult: String? {
    AnyFlowStep.isNothing(Result.self) || !lacksResult ? nil : "\(Result.self)"
  }

  func runSettled(_ ending: FlowOutcome<Never>) {
    guard case .completed = ending else { return }
    if let summary = special?.summary.take() {
      yieldedResult.fill(with: summary())
    } else {
      preconditionResultIsHere()
      // Results that closures set from now on don't count.
      swap(&storedResult, &yieldedResult)
    }
  }

  func runEnded(_ ending: FlowOutcome<Never>) {
    disconnect()
    conclude.take()?(self, ending)
  }
}

extension FlowScope {
  /// The values that the steps of the run share.
  ///
  /// Use it in the builder and in the closures of the steps. It traps after the run has ended.
  public var context: FlowContext {
    guard let run else { trap("The context of a run was used after the run had ended.") }
    return run.context
  }
}
