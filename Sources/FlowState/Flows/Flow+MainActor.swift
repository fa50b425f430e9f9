import Dispatch

extension Flow where Result: Sendable {
  /// Creates a flow of main-actor code.
  ///
  /// The builder and the closures of its steps run on the main queue, on the main actor. They share the main actor's state, so
  /// the content and the result must be `Sendable`. A flow whose content or result isn't `Sendable` can still run on the main
  /// queue if its builder doesn't use main-actor state: `Flow(…, on: .main)`.
  ///
  /// - Parameters:
  ///   - content: The type of the run's content.
  ///   - result: The type of the run's result; `Void.self` if there is no result.
  ///   - identifier: The name of the flow in errors and traces.
  ///   - build: Makes the steps of one run and returns the first step. Called on the main actor.
  public init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    onMainActor build: @escaping @MainActor (_ scope: FlowScope<Content, Result>) -> any Startable
  ) where Content: Sendable {
    self.init(content, result, identifier: identifier, on: .main) { scope in
      Flow.assumeMainActor(identifier, scope, build)
    }
  }

  /// Creates a flow of main-actor code that takes no content.
  ///
  /// - Parameters:
  ///   - content: `Any.self`. The builder's scope has no content.
  ///   - result: The type of the run's result; `Void.self` if there is no result.
  ///   - identifier: The name of the flow in errors and traces.
  ///   - build: Makes the steps of one run and returns the first step. Called on the main actor.
  public init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    onMainActor build: @escaping @MainActor (_ scope: FlowScope<Never, Result>) -> any Startable
  ) where Content == Any {
    self.init(content, result, identifier: identifier, on: .main) { scope in
      Flow.assumeMainActor(identifier, scope.makeScopeWithoutContent(), build)
    }
  }

  private static func assumeMainActor<Given>(
    _ identifier: String, _ scope: FlowScope<Given, Result>,
    _ build: @MainActor (_ scope: FlowScope<Given, Result>) -> any Startable
  ) -> any Startable {
    // `MainActor.preconditionIsolated` checks the same, but Linux drops its message.
    requireUse(
      DispatchFlowQueue.main.isCurrent,
      """
      Flow '\(identifier)' is made of main-actor code, but its run is on another queue. Play that queue on the main actor, or \
      leave the flow on its own.
      """)
    let scope = UnsafeTransfer(scope)
    return MainActor.assumeIsolated { UnsafeTransfer(build(scope.value)) }.value
  }
}
