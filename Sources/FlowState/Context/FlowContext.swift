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
/// It belongs to one run and lives on its queue, like the steps. A nested run on the same queue reads what the run around it
/// has set, and keeps to itself what it sets.
public final class FlowContext {
  private weak var run: Run?
  private let outer: FlowContext?
  private var values: [ObjectIdentifier: Any] = [:]

  init(of run: Run, in outer: FlowContext?) {
    self.run = run
    self.outer = outer
  }

  /// A shared value; nil as long as nobody has set it. Setting it is an event of the run; set to nil, it is
  /// again what a run around this one has.
  public subscript<Key: FlowContextKey>(key: Key.Type) -> Key.Value? {
    get { if let value = values[ObjectIdentifier(key)] { value as? Key.Value } else { outer?[key] } }
    set {
      values[ObjectIdentifier(key)] = newValue
      guard let run, run.isObserved else { return }
      run.reportSet(key.name, newValue.map { key.isPrivate ? "(private)" : "\($0)" })
    }
  }

  /// The variant of an experiment that the run, or one around it, was assigned to; nil if it takes no part in it.
  ///
  /// - Parameter experiment: The name of the experiment.
  /// - Returns: The name of the variant.
  public func variant(of experiment: String) -> String? {
    guard let run else { return outer?.variant(of: experiment) }
    return (run.assignmentsAround + run.assignments).last { $0.experiment == experiment }?.variant
  }

  /// A shared value, or another one as long as nobody has set it.
  public subscript<Key: FlowContextKey>(
    key: Key.Type, default value: @autoclosure () -> Key.Value
  ) -> Key.Value {
    get { self[key] ?? value() }
    set { self[key] = newValue }
  }
}

extension AnyFlowStep {
  /// What the steps of the run share that the step is in.
  ///
  /// For use in the closures of a step; it traps where no run is under way. In async work it can be used as well.
  public final var context: FlowContext {
    guard let run = Ambient.conductor?.current ?? link?.lane?.run else {
      preconditionFailure("The context of step '\(identifier)' was asked for outside of a run.")
    }
    return run.context
  }
}

extension FlowScope {
  /// What the steps of the run share.
  ///
  /// For use in the builder and in the closures of the steps; it traps after the run has ended.
  public var context: FlowContext {
    guard let run else { preconditionFailure("The context of a run was asked for after the run had ended.") }
    return run.context
  }
}
