/// What the builder of a flow works with: the run's content, and the result that the run will yield.
///
/// ```swift
/// let rename = Flow(String.self, String.self, identifier: "Rename") { scope in
///   let ask = FlowStep(String.self, String.self, identifier: "Ask") { step in prompt("New name for \(step.content ?? "")") }
///   ask.content = scope.content
///   ask.setCompletion { _, name in scope.result = name }
///   return ask
/// }
/// ```
///
/// A scope belongs to one run and lives on its queue, like the steps that the builder makes.
public final class FlowScope<Content, Result> {
  /// What the run was started with.
  public let content: Content?
  /// What the run yields when it comes to rest; the closures of the steps set it.
  public var result: Result?

  init(_ content: Content?) {
    self.content = content
  }
}
