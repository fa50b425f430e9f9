/// A declaration of a step as data, with types that the compiler knows.
///
/// A declaration describes how to make a step, not its position. You can put the same declarations into any order that their
/// types allow.
///
/// ```swift
/// let email = FlowStepDeclaration(Any.self, String.self, identifier: "email") { context in
///   let ask = FlowStep(Any.self, String.self, identifier: "Ask") { _ in prompter.ask("Email: ", read: readEmail) }
///   ask.setCompletion { step, email in step.context[Email.self] = email }
///   return ask
/// }
/// ```
///
/// If a step takes nothing from the previous step, its content type is `Any`.
public struct FlowStepDeclaration<Content, Result>: Sendable {
  /// The declaration without its Swift types, for a list of steps.
  public private(set) var step: DeclaredStep

  /// Creates a declaration.
  ///
  /// - Parameters:
  ///   - content: The type that the step takes from the previous step; `Any.self` if it takes nothing.
  ///   - result: The type of the step's result.
  ///   - identifier: The name of the step. It replaces the name of the step that `make` returns.
  ///   - make: Makes the step. Called once in each run, on the run's queue, like the builder of a ``Flow``.
  public init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ make: @escaping @Sendable (_ context: FlowContext) -> FlowStep<Content, Result>
  ) {
    step = DeclaredStep(
      identifier: identifier, content: Content.self == Any.self ? nil : FlowValueType(of: Content.self),
      result: FlowValueType(of: Result.self), routes: [.onwards]
    ) { context in
      let step = make(context)
      step.identifier = identifier
      return MadeStep(step)
    }
  }

  private init(_ step: DeclaredStep) {
    self.step = step
  }

  /// Returns a declaration whose step takes its content from the run's context instead of the previous step.
  ///
  /// - Parameter key: The key of the content. The step reads it when it starts.
  /// - Returns: A declaration that can stand at any position.
  public func taking<Key: FlowContextKey>(_ key: Key.Type) -> FlowStepDeclaration<Any, Result>
  where Key.Value == Content {
    given { context in context[Key.self] }
  }

  /// Returns a declaration whose step takes its content from a closure instead of the previous step.
  ///
  /// A declaration that already has a source of its own keeps it.
  ///
  /// - Parameter content: Returns the content when the step starts. Called on the run's queue.
  /// - Returns: A declaration that can stand at any position.
  public func given(
    _ content: @escaping @Sendable (_ context: FlowContext) -> Content?
  ) -> FlowStepDeclaration<Any, Result> {
    var given = step
    given.content = nil
    given.make = { [make = step.make] context in
      let made = make(context)
      // A declaration that already has a source keeps it: its step's content type isn't `Any`.
      if let step = made.step as? FlowStep<Content, Result> {
        step.prepare = { [unowned step, unowned context] in step.content = content(context) }
      }
      return made
    }
    return FlowStepDeclaration<Any, Result>(given)
  }

  /// Returns a declaration whose step has several routes.
  ///
  /// ```swift
  /// let menu = ask.branching(["edit": .step("edit"), "quit": .end]) { answer in answer == .edit ? "edit" : "quit" }
  /// ```
  ///
  /// - Parameters:
  ///   - routes: The labels and targets of the routes.
  ///   - choose: Receives the result and returns one of the labels. Called on the run's queue before the step's completion
  ///     closure. A label that isn't declared traps.
  /// - Returns: The declaration with the routes.
  public func branching(
    _ routes: KeyValuePairs<String, FlowRoute.Target>, by choose: @escaping @Sendable (_ result: Result?) -> String
  ) -> FlowStepDeclaration {
    var branching = step
    branching.routes = routes.map { FlowRoute($0.key, to: $0.value) }
    branching.choose = { result in choose(result.flatMap { $0 as? Result }) }
    return FlowStepDeclaration(branching)
  }
}
