/// A step as data whose types the compiler knows.
///
/// It says how to make the step, not where it stands: the same declarations can be put into any order that their types
/// allow.
///
/// ```swift
/// let email = FlowStepDeclaration(Any.self, String.self, identifier: "email") { context in
///   let ask = FlowStep(Any.self, String.self, identifier: "Ask") { _ in prompter.ask("Email: ", read: readEmail) }
///   ask.setCompletion { step, email in step.context[Email.self] = email }
///   return ask
/// }
/// ```
///
/// A declaration that needs nothing of the step before it has `Any` as its content.
public struct FlowStepDeclaration<Content, Result>: Sendable {
  /// The declaration without its types in Swift, as a list of steps holds it.
  public private(set) var step: DeclaredStep

  /// Declares a step.
  ///
  /// - Parameters:
  ///   - content: The type of what it takes from the step before it; `Any.self` for nothing.
  ///   - result: The type of what it yields.
  ///   - identifier: The name of the step; the step that is made gets it too.
  ///   - make: Makes the step. Called once in each run, on the run's queue, as the builder of a ``Flow`` is.
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

  /// The same step, which finds its content in the run's context instead of taking it from the step before it.
  ///
  /// - Parameter key: Where in the context; read when the step starts.
  /// - Returns: The declaration of a step that can stand anywhere.
  public func taking<Key: FlowContextKey>(_ key: Key.Type) -> FlowStepDeclaration<Any, Result>
  where Key.Value == Content {
    given { context in context[Key.self] }
  }

  /// The same step, whose content comes from a closure instead of the step before it.
  ///
  /// A declaration that has a source of its own already keeps that one.
  ///
  /// - Parameter content: Yields the content when the step starts, on the run's queue.
  /// - Returns: The declaration of a step that can stand anywhere.
  public func given(
    _ content: @escaping @Sendable (_ context: FlowContext) -> Content?
  ) -> FlowStepDeclaration<Any, Result> {
    var given = step
    given.content = nil
    given.make = { [make = step.make] context in
      let made = make(context)
      // A declaration that has been given a source keeps it: its step is not of the content `Any`.
      if let step = made.step as? FlowStep<Content, Result> {
        step.prepare = { [unowned step, unowned context] in step.content = content(context) }
      }
      return made
    }
    return FlowStepDeclaration<Any, Result>(given)
  }

  /// The same step with several ways on.
  ///
  /// ```swift
  /// let menu = ask.branching(["edit": .step("edit"), "quit": .end]) { answer in answer == .edit ? "edit" : "quit" }
  /// ```
  ///
  /// - Parameters:
  ///   - routes: The labels of the ways, and where each leads.
  ///   - choose: Chooses one of the labels by the result; called on the run's queue before the step's completion closure.
  ///     Another label than the declared ones traps.
  /// - Returns: The declaration.
  public func branching(
    _ routes: KeyValuePairs<String, FlowRoute.Target>, by choose: @escaping @Sendable (_ result: Result?) -> String
  ) -> FlowStepDeclaration {
    var branching = step
    branching.routes = routes.map { FlowRoute($0.key, to: $0.value) }
    branching.choose = { result in choose(result.flatMap { $0 as? Result }) }
    return FlowStepDeclaration(branching)
  }
}
