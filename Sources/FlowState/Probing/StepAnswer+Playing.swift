extension Lane {
  /// Starts the work of a step in a run that has probes.
  func startScripted(_ step: AnyFlowStep) -> AnyFlowStep.Progress {
    // Operators do their work around the answer of the step that they wrap.
    if let extras = step.extras, extras.isReplacement { return step.perform(step, .start(self)) }
    guard step.wrapper == nil, let script = run.probes?.script else { return step.perform(step, .start(self)) }
    defer { script.returned(fromStartOf: step) }
    guard let answer = script.answer(toStartOf: step) else { return step.perform(step, .start(self)) }
    if let step = step as? any ResultfulStep { return step.play(answer, in: self) }
    return step.playWithoutResult(answer, in: self)
  }
}

/// A step whose work yields a result. Gives code that has an `AnyFlowStep` access to the types of a `FlowStep`.
private protocol ResultfulStep: AnyFlowStep {
  var hasClosure: Bool { get }
  func play(_ answer: StepAnswer, in lane: Lane) -> Progress
}

extension AnyFlowStep {
  /// Whether the work of the step is a closure or an object outside the engine.
  package final var callsClosure: Bool { (self as? any ResultfulStep)?.hasClosure ?? (startable !== self) }
}

extension FlowStep: ResultfulStep {
  fileprivate var hasClosure: Bool {
    switch intent {
    case .closure: true
    default: false
    }
  }

  fileprivate func play(_ answer: StepAnswer, in lane: Lane) -> Progress {
    guard hasIntent else { preconditionTakenApart() }
    let handler = FlowStepHandler<Content, Result>()
    let identifier = identifier
    // The probe can own the answer, so the answer doesn't own the probe.
    weak let run = lane.run
    answer.play(in: lane.run, on: handler, of: self) { value in
      guard let value else { return handler.complete(nil) }
      if let result = value as? Result { return handler.complete(UnsafeTransfer(result).value) }
      if isNil(value) { return handler.complete(nil) }
      // Nothing waits for an answer that comes after the run.
      guard let script = run?.probes?.script else { return }
      handler.fail(script.refusal(of: type(of: value), inPlaceOf: Result.self, by: identifier))
    }
    return attach(handler, in: lane)
  }
}

extension AnyFlowStep {
  fileprivate final func playWithoutResult(_ answer: StepAnswer, in lane: Lane) -> Progress {
    if startable !== self { next = startable.nextStep.map(AnyFlowStep.of) }
    let handler = FlowStepHandler(Any.self, Void.self)
    let identifier = identifier
    weak let run = lane.run
    answer.play(in: lane.run, on: handler, of: self) { value in
      guard let value, !(value is Void || isNil(value)) else { return handler.complete(nil) }
      guard let script = run?.probes?.script else { return }
      handler.fail(script.refusal(of: type(of: value), inPlaceOf: nil, by: identifier))
    }
    return attach(handler, in: lane)
  }
}

extension StepAnswer {
  /// Applies the answer to a handler, now or later on the run's clock.
  fileprivate func play(
    in run: Run, on handler: AnyFlowStepHandler, of step: AnyFlowStep, complete: @escaping (Any?) -> Void
  ) {
    switch self {
    case .noResult: complete(nil)
    case .result(let make): complete(make())
    case .failure(let error): handler.fail(error)
    case .after(let delay, let answer) where delay == .zero:
      answer.play(in: run, on: handler, of: step, complete: complete)
    case .after(let delay, let answer):
      let delayedCall = DelayedCall(in: run, delay) { [unowned step] in
        answer.play(in: run, on: handler, of: step, complete: complete)
      }
      step.onCancel { delayedCall.end() }
    case .never:
      // Keeps the handler alive until the step is cancelled.
      step.onCancel { withExtendedLifetime(handler) {} }
    case .deferred(let receive):
      receive(StepReply(handler: handler, finish: UnsafeTransfer(complete)))
    }
  }
}

/// Returns whether a value is an optional without content.
private func isNil(_ value: Any) -> Bool {
  guard let optional = value as? any OptionalValue else { return false }
  return optional.anyContent == nil
}
