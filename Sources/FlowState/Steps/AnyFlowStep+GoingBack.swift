extension AnyFlowStep {
  /// Whether the step shows something to a person, so that going back leads to it; see ``FlowScope/goBack()``.
  ///
  /// Steps that a `Prompter`, a screen presenter, a form, or `FlowPages` serves are stops by themselves, except for the sheets of
  /// `FlowPages`. A step whose intent shows a screen of your own becomes one with this property. Set it before the step starts.
  ///
  /// ```swift
  /// let confirm = FlowStep(Order.self, Bool.self, identifier: "Confirm") { step in dialog.show(step.content) }
  /// confirm.isStop = true
  /// ```
  public final var isStop: Bool {
    get { extras?.isStop ?? false }
    set {
      preconditionOnOwnQueue()
      if newValue || extras != nil { makeExtras().isStop = newValue }
    }
  }

  /// Records that the intent that is executing shows something to a person, which makes its step a stop. For code that shows it and
  /// doesn't know the step, such as a prompt.
  package static func noteStop() { CurrentThread.run?.noteStop() }

  /// Whether the run can't go back past the step once it has completed, because its effect can't be taken back.
  ///
  /// Going back past it is refused with ``FlowHistoryError/finalStep(_:run:)``. The step is still undone when the run is cancelled or
  /// fails, if it has an undo closure. Set the property before the step starts.
  public final var isFinal: Bool {
    get { extras?.isFinal ?? false }
    set {
      preconditionOnOwnQueue()
      if newValue || extras != nil { makeExtras().isFinal = newValue }
    }
  }

  /// Takes the step's run back to the previous stop; see ``FlowScope/goBack()``.
  ///
  /// Use this method in a step that doesn't know its flow. Call it in a closure of the run. It traps outside a run, and if the
  /// flow isn't ``Flow/reversible(visits:)``.
  public final func goBack() {
    let run = runToGoBack
    run.goBackSoon(to: .previous)
  }

  /// Takes the step's run back to the latest earlier visit of a step; see ``FlowScope/goBack(to:)``.
  ///
  /// Call it in a closure of the run. It traps outside a run, and if the flow isn't ``Flow/reversible(visits:)``.
  ///
  /// - Parameter identifier: The name of the step. It needn't be a stop.
  /// - Throws: A ``FlowHistoryError`` if the run has no earlier visit of the step, has ended, or can't go back past a final step.
  public final func goBack(to identifier: String) throws(FlowHistoryError) {
    try goBack(.step(identifier))
  }

  /// Takes the step's run back by some stops; see ``FlowScope/goBack(steps:)``.
  ///
  /// Call it in a closure of the run. It traps outside a run, and if the flow isn't ``Flow/reversible(visits:)``.
  ///
  /// - Parameter count: The number of stops, or of steps in a run that has met no stop; at least 1.
  /// - Throws: A ``FlowHistoryError`` if the run has fewer earlier stops, has ended, or can't go back past a final step.
  public final func goBack(steps count: Int) throws(FlowHistoryError) {
    try goBack(.stops(count))
  }

  /// Takes the step's run back past its first visit; see ``FlowScope/goBackPastFirst()``.
  ///
  /// Call it in a closure of the run. It traps outside a run, and if the flow isn't ``Flow/reversible(visits:)``.
  ///
  /// - Throws: A ``FlowHistoryError`` if the run has ended, or can't go back past a final step.
  public final func goBackPastFirst() throws(FlowHistoryError) {
    try goBack(.beforeTheFirst)
  }

  /// Whether ``goBack()`` leads to an earlier step; see ``FlowScope/canGoBack``.
  public final var canGoBack: Bool { (try? runToGoBack.wayBack(to: .previous))?.target != nil }

  /// Whether ``goBack()`` leads to an earlier step. False in a run that keeps no history, where ``canGoBack`` traps.
  package final var hasWayBack: Bool { currentRun?.isReversible == true && canGoBack }

  private func goBack(_ target: History.Target) throws(FlowHistoryError) {
    try runToGoBack.goBackSoonIfPossible(to: target)
  }

  private var runToGoBack: Run {
    guard let run = currentRun else {
      trap("Step '\(identifier)' cannot go back outside a run.")
    }
    run.preconditionReversible()
    return run
  }
}
