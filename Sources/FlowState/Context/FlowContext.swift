import Synchronization

/// The name and the type of a value that the steps of a run share.
///
/// ```swift
/// enum Email: FlowContextKey { typealias Value = String }
/// enum Password: FlowContextKey {
///   typealias Value = String
///   static var isPrivate: Bool { true }
/// }
/// ```
public protocol FlowContextKey: SendableMetatype {
  /// The type of the value.
  associatedtype Value

  /// The name of the value in traces; by default that of the type.
  static var name: String { get }

  /// Whether traces must not show the value; by default they may.
  static var isPrivate: Bool { get }
}

extension FlowContextKey {
  /// The name of the type.
  public static var name: String { "\(Self.self)" }

  /// False: traces may show the value.
  public static var isPrivate: Bool { false }
}

/// What the steps of a run share, so that they need not know each other, nor their order.
///
/// A step finds it as ``AnyFlowStep/context``, a builder as ``FlowScope/context``:
///
/// ```swift
/// let ask = FlowStep(Any.self, String.self, identifier: "Email") { step in
///   prompter.ask("Email [\(step.context[Email.self] ?? "")]: ", read: readEmail)
/// }
/// ask.setCompletion { step, email in step.context[Email.self] = email }
/// ```
///
/// It belongs to one run and lives on its queue, like the steps: used anywhere else, it traps. A nested run on the same queue
/// reads what the run around it has set, and keeps to itself what it sets. The values go when the run has ended, before the
/// end is told; who keeps the context beyond that finds nothing in it, and what is set is dropped.
public final class FlowContext {
  private weak var run: Run?
  private let id: FlowRunID
  private let eventLoop: EventLoop
  /// Set on the queue when the run has ended, for those who ask elsewhere.
  private let hasEnded: Atomic<Bool>

  init(of run: Run) {
    self.run = run
    id = run.id
    eventLoop = run.eventLoop
    hasEnded = Atomic(run.hasEnded)
  }

  /// A shared value; nil as long as nobody has set it. Setting it is an event of the run; set to nil, it is
  /// again what a run around this one has.
  public subscript<Key: FlowContextKey>(key: Key.Type) -> Key.Value? {
    get {
      guard let value = runUnderWay?.contextValue(of: ObjectIdentifier(key)) else { return nil }
      return value as? Key.Value
    }
    set {
      guard let run = runUnderWay else { return }
      run.setContextValue(of: ObjectIdentifier(key), to: newValue)
      if run.isObserved { run.reportSet(key.name, newValue.map { key.isPrivate ? "(private)" : "\($0)" }) }
    }
  }

  /// The variant of an experiment that the run, or one around it, was assigned to; nil if it takes no part in it.
  ///
  /// - Parameter experiment: The name of the experiment.
  /// - Returns: The name of the variant.
  public func variant(of experiment: String) -> String? {
    guard let run = runUnderWay else { return nil }
    if let own = run.assignments.last(where: { $0.experiment == experiment }) { return own.variant }
    return run.assignmentsAround?.variant(of: experiment)
  }

  /// A shared value, or another one as long as nobody has set it.
  public subscript<Key: FlowContextKey>(
    key: Key.Type, default value: @autoclosure () -> Key.Value
  ) -> Key.Value {
    get { self[key] ?? value() }
    set { self[key] = newValue }
  }

  /// The run has ended: nothing can be read or set any more.
  func end() {
    hasEnded.store(true, ordering: .releasing)
  }

  /// The run, nil if it has ended. Traps off the run's queue: the compiler takes the context of a step that was just made for
  /// something that nobody else has, and lets it go anywhere.
  private var runUnderWay: Run? {
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
  /// What the steps of the run share that the step is in.
  ///
  /// For use in the closures of a step that has started; it traps where no run is under way. A builder uses
  /// ``FlowScope/context``.
  public final var context: FlowContext {
    requireUse(
      hasStarted,
      """
      The context of step '\(identifier)' was asked for before the step has started. Use the step that a closure receives, or \
      the context of the flow's scope.
      """)
    guard let run = CurrentThread.run ?? attachment?.lane?.run else {
      trap("The context of step '\(identifier)' was asked for outside of a run.")
    }
    return run.context
  }
}

extension FlowScope {
  /// What the steps of the run share.
  ///
  /// For use in the builder and in the closures of the steps; it traps after the run has ended.
  public var context: FlowContext {
    guard let run else { trap("The context of a run was asked for after the run had ended.") }
    return run.context
  }
}
