/// What ends together with the start that a lane waits for. Most starts have nothing of it.
struct AwaitedWork {
  /// Connects the handler with the step beyond the report.
  var attachment: Attachment?
  /// The lanes that the step started.
  var host: LaneHost?
  /// Ends other work that the engine started for the step.
  var interruption: (() -> Void)?
  /// Forwards content to the step that an operator wraps. A closure in a box, because only the step knows its type.
  var forward: AnyObject?
  /// Stops the work. The owner of the handler has set it.
  var cancellation: CancellationAction?

  var isEmpty: Bool {
    attachment == nil && host == nil && interruption == nil && forward == nil && cancellation == nil
  }

  /// Calls the actions that stop the work of a start that was cancelled or superseded. The lanes of its host are already
  /// closed.
  ///
  /// - Parameter step: The step, if its lane holds it.
  func stop(_ step: AnyFlowStep?) {
    let ofStep = step?.takeCancellation() ?? attachment?.owner?._withUnsafeGuaranteedRef { $0.takeCancellation() }
    interruption?()
    ofStep?()
    cancellation?.body()
  }
}
