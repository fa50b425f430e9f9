public import FlowState

/// A screen that a step of a flow shows: it receives the step's content and completes the step.
///
/// The screen owns the handler of its step. When it has completed the handler, it is also finished:
///
/// ```swift
/// final class CountScreen: FlowStepScreen {
///   let handler = FlowStepHandler(Int.self, Int.self)
///   private(set) var isFinished = false
///   private var count = 0
///
///   var layout: Layout {
///     .column([
///       .text("Count: \(count)"),
///       .element(.button("more", label: "More") { self.count += 1 }),
///       .element(.button("done", label: "Done") { self.finish() }),
///     ])
///   }
///
///   func receive(_ content: Int?) { count = content ?? 0 }
///
///   private func finish() {
///     isFinished = true
///     handler.complete(count)
///   }
/// }
///
/// let count = FlowStep(identifier: "Count", presenting: { _ in CountScreen() }, on: presenter)
/// ```
///
/// `StepFlowScreen` of StepKit, `NimbusScreen` of Nimbus and `HubScreen` of Hub are such screens.
///
/// A screen belongs to the queue of its run. If it is released before it has completed its handler, the step ends as abandoned.
public protocol FlowStepScreen<Content, StepResult>: FlowScreen {
  /// The type of the step's content.
  associatedtype Content
  /// The type of the step's result.
  associatedtype StepResult

  /// The handler of the step. The screen completes it, or lets it fail, once.
  var handler: FlowStepHandler<Content, StepResult> { get }

  /// Takes the step's content: once before the screen is shown, also nil, and then each time that it is set.
  func receive(_ content: Content?)

  /// The user has left the screen, or there is no input any more. The screen completes the step, usually without a result.
  func leave()

  /// The presenter can't show the screen. The screen lets the step fail.
  func fail(_ error: any Error)

  /// The step was cancelled, or started again. The presenter takes the screen away.
  func cancel()
}

extension FlowStepScreen {
  /// Does nothing: the screen doesn't depend on the step's content.
  public func receive(_ content: Content?) {}

  /// Completes the step without a result.
  public func leave() { handler.complete(nil) }

  /// Lets the step fail with the error.
  public func fail(_ error: any Error) { handler.fail(error) }

  /// Does nothing.
  public func cancel() {}
}
