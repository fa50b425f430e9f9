/// The link of a step to the next one.
extension AnyFlowStep {
  /// The step that starts when this step has completed; nil if the chain ends here.
  ///
  /// The value stays until you set another one. The routes of a chain choose the next step of its steps; setting it there
  /// traps.
  public final var nextStep: (any Startable)? {
    get {
      preconditionOnOwnQueue()
      return next?.startable
    }
    // Inlined, so that the compiler knows the type of the step and needs no cast.
    @inlinable @inline(__always)
    set { link(to: newValue.map { AnyFlowStep.of($0) }) }
  }

  @usableFromInline
  final func link(to step: consuming AnyFlowStep?) {
    preconditionOnOwnQueue()
    if let extras, extras.isDeclared { trapDeclared() }
    connect(to: consume step)
  }

  /// Sets the next step of a step, even of one that a chain declares.
  package final func connect(to step: consuming AnyFlowStep?) {
    let nextOwner = step?.owner ?? owner
    next = consume step
    if nextOwner != owner, let next { adopt(next) }
  }

  /// Makes the next step belong to this step's run if a closure of that run has linked them. Another run that shares the event
  /// loop may link steps too; the run that starts a step owns it then.
  private final func adopt(_ next: AnyFlowStep) {
    if owner != 0, let run = CurrentThread.run, run.identity == owner { next.belong(to: run) }
  }

  /// Returns the engine's view of a step that the user passed: the step itself, or a wrapper for a foreign type.
  @inlinable @inline(__always)
  package static func of(_ startable: any Startable) -> AnyFlowStep {
    startable as? AnyFlowStep ?? wrapping(startable)
  }

  /// Returns a step that starts an object of a foreign type.
  @usableFromInline
  static func wrapping(_ startable: any Startable) -> AnyFlowStep {
    ForeignStep(startable)
  }
}
