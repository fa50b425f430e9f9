extension FlowStep {
  /// Sets a closure that undoes the effect of the step when its run goes back past it.
  ///
  /// The run calls the closure for each completed visit that it takes back, latest first, before the target step starts. It
  /// also calls it for the visit that it goes back to, because the step repeats its work. For a nested flow, set the closure
  /// on the step that runs it. Work that is still under way is cancelled, not undone; see ``AnyFlowStep/onCancel(_:)``.
  ///
  /// ```swift
  /// reserve.setUndo { _, reservation in
  ///   if let reservation { hotel.release(reservation) }
  /// }
  /// ```
  ///
  /// - Parameter undo: Receives the step, with the content of that visit, and the result of that visit. Called on the run's
  ///   queue. Only the runs of a ``Flow/reversible(visits:)`` flow go back.
  public func setUndo(_ undo: @escaping (_ step: FlowStep, _ result: Result?) -> Void) {
    preconditionOnOwnQueue()
    self.undo = undo
  }

  private typealias Undo = ClosureBox<(FlowStep, Result?) -> Void>

  var undo: ((FlowStep, Result?) -> Void)? {
    get { (extras?.undo).map { unsafeDowncast($0, to: Undo.self).body } }
    set { if newValue != nil || extras != nil { makeExtras().undo = newValue.map { Undo($0) } } }
  }
}

/// The visit of a step that has content.
final class FlowStepVisit<Content, Result>: StepVisit {
  private let content: Content?
  /// The result of the step.
  private(set) var result: Result?

  init(_ content: Content?) {
    self.content = content
  }

  func complete(_ result: Result?) {
    self.result = result
  }

  override func restore(_ step: AnyFlowStep) {
    unsafeDowncast(step, to: FlowStep<Content, Result>.self).content = content
  }

  override func undo(_ step: AnyFlowStep) -> Bool {
    let step = unsafeDowncast(step, to: FlowStep<Content, Result>.self)
    guard let undo = step.undo else { return false }
    step.content = content
    undo(step, result)
    return true
  }
}
