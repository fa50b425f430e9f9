import Synchronization

/// The values that the steps of a run share.
///
/// With a context, steps can share values without references to each other. Use ``AnyFlowStep/context`` in a step, and
/// ``FlowScope/context`` in a builder:
///
/// ```swift
/// let ask = FlowStep(Any.self, String.self, identifier: "Email") { step in
///   prompter.ask("Email [\(step.context[Email.self] ?? "")]: ", read: readEmail)
/// }
/// ask.setCompletion { step, email in step.context[Email.self] = email }
/// ```
///
/// A context belongs to one run. Using it outside the run's queue traps. A nested run on the same queue can read the values of
/// the enclosing run, and sets only its own. A run that goes back restores the values that the earlier visit began with; see
/// ``FlowContextKey/survivesGoingBack``. The run releases its values when it ends, before it reports its outcome. After
/// that, the context is empty and ignores new values.
public final class FlowContext {
  private weak var run: Run?
  private let id: FlowRunID
  private let eventLoop: EventLoop
  /// Set on the queue when the run has ended. Other threads can read it.
  private let hasEnded: Atomic<Bool>
  /// The declared step that the run is making. No step has run yet, so no value can be read. Confined to the queue.
  private var stepBeingMade: String?

  init(of run: Run) {
    self.run = run
    id = run.id
    eventLoop = run.eventLoop
    hasEnded = Atomic(run.hasEnded)
  }

  /// Accesses a shared value; nil if it isn't set.
  ///
  /// Setting the value reports an event, with a short text of the value. Setting it to nil restores the value of the enclosing
  /// run, if there is one.
  ///
  /// You can change a value in place: appending to an array doesn't copy it. Using the value in the expression that changes it
  /// traps.
  public subscript<Key: FlowContextKey>(key: Key.Type) -> Key.Value? {
    get {
      if let stepBeingMade { trapTooEarly(key, in: stepBeingMade) }
      guard let value = runUnderWay?.contextValue(of: ObjectIdentifier(key)) else { return nil }
      if value is ContextValues.UnderChange { trapUnderChange(key) }
      return value as? Key.Value
    }
    set { set(key, to: newValue) }
    _modify {
      var value = take(key)
      defer { set(key, to: value, endsChange: true) }
      yield &value
    }
  }

  /// Takes a value out to change it in place. The value of an enclosing run stays there.
  private func take<Key: FlowContextKey>(_ key: Key.Type) -> Key.Value? {
    if let stepBeingMade { trapTooEarly(key, in: stepBeingMade) }
    guard let run = runUnderWay else { return nil }
    if let value = run.takeContextValue(of: key) {
      if value is ContextValues.UnderChange { trapUnderChange(key) }
      return value as? Key.Value
    }
    return self[key]
  }

  private func set<Key: FlowContextKey>(_ key: Key.Type, to value: Key.Value?, endsChange: Bool = false) {
    if let stepBeingMade { trapTooEarly(key, in: stepBeingMade) }
    guard let run = runUnderWay else { return }
    let isUnderChange = run.setContextValue(of: key, to: value)
    if isUnderChange, !endsChange { trapUnderChange(key) }
    if run.isObserved { run.reportSet(key.name, value.map { key.isPrivate ? "(private)" : ValueText.text(of: $0) }) }
  }

  /// Makes a declared step. Meanwhile, using a value traps, because the run makes all its steps before the first one starts.
  package func making<Made>(_ step: String, _ make: () -> Made) -> Made {
    stepBeingMade = step
    defer { stepBeingMade = nil }
    return make()
  }

  private func trapTooEarly<Key: FlowContextKey>(_ key: Key.Type, in step: String) -> Never {
    trap(
      """
      The closure that makes step '\(step)' uses the value of \(key.name), but the run makes all its steps before the first one \
      starts. Declare the content of the step with taking(\(Key.self).self) or given, or use the context of the step that its own \
      closures receive.
      """)
  }

  private func trapUnderChange<Key: FlowContextKey>(_ key: Key.Type) -> Never {
    trap(
      "The value of \(key.name) in the context of run \(id) was used while it was being changed. Read it before the change."
    )
  }

  /// Returns the variant of an experiment that the run, or an enclosing run, is assigned to.
  ///
  /// The first call reports ``FlowEvent/Kind/variantExposed(_:)`` to the run's observer, unless the unit doesn't take part.
  ///
  /// - Parameter experiment: The name of the experiment.
  /// - Returns: The name of the variant; nil if neither is assigned to one.
  public func variant(of experiment: String) -> String? {
    guard let run = runUnderWay else { return nil }
    let own = run.assignments.last { $0.assignment.experiment == experiment }
    guard let found = own ?? run.assignmentsAround?.assignment(of: experiment) else { return nil }
    run.expose(found)
    return found.assignment.variant
  }

  /// Accesses a shared value, or a default value if it isn't set.
  public subscript<Key: FlowContextKey>(
    key: Key.Type, default value: @autoclosure () -> Key.Value
  ) -> Key.Value {
    get { self[key] ?? value() }
    set { self[key] = newValue }
    _modify {
      var changed = take(key) ?? value()
      defer { set(key, to: changed, endsChange: true) }
      yield &changed
    }
  }

  /// Ends the context with its run. After that, no value can be read or set.
  func end() {
    hasEnded.store(true, ordering: .releasing)
  }

  /// The run; nil if it has ended. Traps outside the run's queue. The compiler can't check this, because it treats the context
  /// of a new step as independent and lets code send it anywhere.
  var runUnderWay: Run? {
    if !eventLoop.isHere, !hasEnded.load(ordering: .acquiring) {
      trap(
        """
        The context of run \(id) was used off the run's queue. It belongs to that queue, as the steps do; read the values \
        that another thread needs in a closure of a step.
        """)
    }
    return hasEnded.load(ordering: .acquiring) ? nil : run
  }
}

extension AnyFlowStep {
  /// The values that the steps of the step's run share.
  ///
  /// Use it in the closures of a step that has started. It traps if no run is under way. In a builder, use
  /// ``FlowScope/context``.
  public final var context: FlowContext {
    requireUse(
      hasStarted,
      """
      The context of step '\(identifier)' was used before the step started. Use the step that a closure receives, or \
      the context of the flow's scope.
      """)
    guard let run = currentRun else {
      trap("The context of step '\(identifier)' was used outside a run.")
    }
    return run.context
  }
}
