extension FlowStep {
  /// Sets a closure that undoes the effect of the step.
  ///
  /// The run calls the closure for each completed visit that it takes back, latest first: when it goes back, before the target step
  /// starts, and when it is cancelled or fails, before it reports the outcome; see ``UndoOccasions``. It also calls it for the visit
  /// that it goes back to, because the step repeats its work. For a nested flow, set the closure on the step that runs it. Work that
  /// is under way is cancelled; see ``AnyFlowStep/onCancel(_:)``.
  ///
  /// ```swift
  /// reserve.setUndo { _, reservation in
  ///   if let reservation { hotel.release(reservation) }
  /// }
  /// ```
  ///
  /// - Parameter undo: Receives the step, with the content of that visit, and the result of that visit. Called on the run's
  ///   queue. Only the runs of a ``Flow/reversible(visits:)`` or ``Flow/undoing(_:)`` flow, or of a chain that declares undo or a route
  ///   back, call it.
  public func setUndo(_ undo: @escaping (_ step: FlowStep, _ result: Result?) -> Void) {
    preconditionOnOwnQueue()
    changeUndo { ($0.call, $0.makeWork) = (undo, nil) }
  }

  /// Changes the closures that undo the step.
  func changeUndo(_ change: (StepUndo<Content, Result>) -> Void) {
    let undo = undo ?? StepUndo<Content, Result>()
    change(undo)
    makeExtras().undo = undo
  }

  /// The closures that undo visits of the step.
  var undo: StepUndo<Content, Result>? {
    (extras?.undo).map { unsafeDowncast($0, to: StepUndo<Content, Result>.self) }
  }

  /// The result of the latest visit of this step that the run has taken back by going back; nil if there is none.
  ///
  /// With it, a screen shows again what the person had entered there. The step loses the value when it completes again.
  ///
  /// ```swift
  /// let name = FlowStep(Any.self, String.self, identifier: "Name") { step in
  ///   prompter.ask("Name [\(step.earlierResult ?? "")]: ", read: readName)
  /// }
  /// ```
  public var earlierResult: Result? {
    preconditionOnOwnQueue()
    return (extras?.earlierResult).map { unsafeDowncast($0, to: ClosureBox<Result>.self).body }
  }
}

extension FlowStep where Content: Sendable, Result: Sendable {
  /// Sets an async function that undoes the effect of the step.
  ///
  /// The run waits for the function: the step that it goes back to, or the outcome of the run, comes after it. A function that throws
  /// is called again. If the last attempt throws too, the run undoes the other visits and fails with a ``FlowError`` whose cause
  /// is a ``FlowUndoError``, which lists what is undone and what is not. Otherwise as ``setUndo(_:)-(_)``.
  ///
  /// ```swift
  /// charge.setUndo(attempts: 5, backoff: .exponential(from: .seconds(1))) { _, payment in
  ///   if let payment { try await bank.refund(payment) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of calls for one visit; at least 1.
  ///   - backoff: The delays between the attempts, on the run's clock.
  ///   - undo: Receives the content and the result of the visit, in a task of its own, which isn't cancelled.
  public func setUndo(
    attempts: Int = 3, backoff: Backoff = .none,
    _ undo: @escaping @Sendable (_ content: Content?, _ result: Result?) async throws -> Void
  ) {
    preconditionOnOwnQueue()
    requireUndoAttempts(attempts)
    changeUndo { known in
      (known.attempts, known.backoff, known.call) = (attempts, backoff, nil)
      known.makeWork = { content, result, _ in { try await undo(content, result) } }
    }
  }

  /// Sets an async function that undoes work of the step that was under way: a visit that began and did not complete, because it was
  /// cancelled, timed out or failed.
  ///
  /// Whether such work has had an effect is unknown, so the function asks the system where it happened. A key that the content
  /// contains identifies the request; `given` of a declaration in FlowChains makes one. The run calls the function after the work has ended.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of calls for one visit; at least 1.
  ///   - backoff: The delays between the attempts, on the run's clock.
  ///   - undo: Receives the content of the visit, in a task of its own, which isn't cancelled.
  public func setUndo(
    attempts: Int = 3, backoff: Backoff = .none,
    interrupted undo: @escaping @Sendable (_ content: Content?) async throws -> Void
  ) {
    preconditionOnOwnQueue()
    requireUndoAttempts(attempts)
    changeUndo { known in
      (known.attemptsOfInterrupted, known.backoffOfInterrupted) = (attempts, backoff)
      known.makeWorkOfInterrupted = { content, _ in { try await undo(content) } }
    }
  }
}

extension AnyFlowStep {
  fileprivate func requireUndoAttempts(_ attempts: Int) {
    requireUse(
      attempts > 0, "Step '\(identifier)' has an undo with \(attempts) attempts; undo needs at least one attempt.")
  }
}

/// The closures that undo visits of a step. Confined to the queue of the step's run.
final class StepUndo<Content, Result> {
  /// Undoes a completed visit at once.
  var call: ((FlowStep<Content, Result>, Result?) -> Void)?
  /// Makes the function that undoes a completed visit.
  var makeWork: ((Content?, Result?, FlowPlace) -> @Sendable () async throws -> Void)?
  /// Makes the function that undoes a visit that did not complete.
  var makeWorkOfInterrupted: ((Content?, FlowPlace) -> @Sendable () async throws -> Void)?
  var attempts = 3
  var backoff = Backoff.none
  var attemptsOfInterrupted = 3
  var backoffOfInterrupted = Backoff.none
}

/// The visit of a step that has content.
final class FlowStepVisit<Content, Result>: StepVisit {
  private let content: Content?
  /// Whether an operator's step has passed the content on.
  private let isOfOperator: Bool
  /// The contents and places of earlier attempts that a failure route has started, if such work can be undone.
  private var earlierAttempts: [(content: Content?, place: FlowPlace)] = []
  /// The first attempt at the visit, if a failure route has started this one.
  private var firstAttempt: FlowStepVisit?
  /// The result of the step.
  private(set) var result: Result?

  init(_ content: Content?, isOfOperator: Bool = false) {
    self.content = content
    self.isOfOperator = isOfOperator
  }

  /// Creates the visit of a step that another part of a durable run has completed.
  init(_ content: Content?, completedWith result: Result?) {
    self.content = content
    isOfOperator = false
    self.result = result
    super.init()
    isCompleted = true
  }

  func complete(_ result: Result?) {
    self.result = result
  }

  override func restore(_ step: AnyFlowStep) {
    let first = firstAttempt ?? self
    unsafeDowncast(step, to: FlowStep<Content, Result>.self)
      .restoreContent(first.content, isOfOperator: first.isOfOperator)
  }

  override func leaveContent(in step: AnyFlowStep) {
    unsafeDowncast(step, to: FlowStep<Content, Result>.self).currentContent = content
    step.hasContentOfOperator = isOfOperator
  }

  override func leaveResult(in step: AnyFlowStep) {
    guard isCompleted, let result else { return }
    step.makeExtras().earlierResult = ClosureBox(result)
  }

  override func takeOver(_ attempt: StepVisit, of step: AnyFlowStep, at place: FlowPlace) {
    super.takeOver(attempt, of: step, at: place)
    guard let attempt = attempt as? FlowStepVisit else { return }
    firstAttempt = attempt.firstAttempt ?? attempt
    guard unsafeDowncast(step, to: FlowStep<Content, Result>.self).undo?.makeWorkOfInterrupted != nil else { return }
    earlierAttempts = attempt.earlierAttempts + [(attempt.content, place)]
  }

  override func undo(_ step: AnyFlowStep, at place: FlowPlace) -> UndoProgress {
    let step = unsafeDowncast(step, to: FlowStep<Content, Result>.self)
    guard let undo = step.undo, canUndo(step) else { return .none }
    step.restoreContent(content, isOfOperator: isOfOperator)
    let interrupted = (earlierAttempts + (isCompleted ? [] : [(content, place)])).reversed().compactMap {
      undo.makeWorkOfInterrupted?($0.content, $0.place)
    }
    let call = isCompleted ? undo.call : nil
    if let call {
      call(step, result)
      if interrupted.isEmpty { return .done }
    }
    let completed = isCompleted ? undo.makeWork?(content, result, place) : nil
    guard let completed else {
      return .waits(
        UndoWork(undo.attemptsOfInterrupted, undo.backoffOfInterrupted, interrupted, followsWork: !interrupted.isEmpty))
    }
    return .waits(
      UndoWork(undo.attempts, undo.backoff, [completed] + interrupted, followsWork: !interrupted.isEmpty))
  }

  override func canUndo(_ step: AnyFlowStep) -> Bool {
    guard let undo = unsafeDowncast(step, to: FlowStep<Content, Result>.self).undo else { return false }
    if isCompleted, undo.call != nil || undo.makeWork != nil { return true }
    return undo.makeWorkOfInterrupted != nil && !(isCompleted && earlierAttempts.isEmpty)
  }
}
