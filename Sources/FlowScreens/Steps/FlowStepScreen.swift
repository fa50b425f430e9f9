public import FlowState

/// A screen that a step of a flow shows. It receives the step's content and completes the step.
///
/// The screen owns the handler of its step. When it completes the handler, its ``FlowScreen/isFinished`` becomes true:
///
/// ```swift
/// final class CountScreen: FlowStepScreen {
///   let handler = FlowStepHandler(Int.self, Int.self)
///   private(set) var isFinished = false
///   private var count = 0
///
///   var layout: ScreenLayout {
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
/// StepKit's `StepFlowScreen`, Nimbus's `NimbusScreen`, and Hub's `HubScreen` conform to this protocol.
///
/// Use a screen only on the queue of its run. If it is released before it completes its handler, the step ends as
/// abandoned.
public protocol FlowStepScreen<Content, StepResult>: FlowScreen {
  /// The type of the step's content.
  associatedtype Content
  /// The type of the step's result.
  associatedtype StepResult

  /// The handler of the step. The screen completes or fails it once.
  var handler: FlowStepHandler<Content, StepResult> { get }

  /// Receives the step's content: once before the screen is shown, even if it is nil, and then each time it is set.
  func receive(_ content: Content?)

  /// Called when the user leaves the screen or the input ends. The screen completes the step, usually without a result.
  func leave()

  /// Called when the presenter can't show the screen. The screen fails the step.
  func fail(_ error: any Error)

  /// Called when the step is cancelled or started again. The presenter then removes the screen.
  func cancel()
}

extension FlowStepScreen {
  /// Does nothing. The screen doesn't depend on the step's content.
  public func receive(_ content: Content?) {}

  /// Completes the step without a result.
  public func leave() { handler.complete(nil) }

  /// Fails the step with the error.
  public func fail(_ error: any Error) { handler.fail(error) }

  /// Does nothing.
  public func cancel() {}
}
