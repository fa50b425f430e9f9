import Dispatch

extension Flow where Result: Sendable {
  /// Makes a flow of main-actor code: its builder and the closures of its steps run on the main queue, on the main actor.
  ///
  /// They share the main actor's state, so what comes in and goes out must be `Sendable`. A flow whose content or result is not
  /// can run on the main queue too, if its builder leaves that state alone: `Flow(…, on: .main)`.
  ///
  /// - Parameters:
  ///   - content: The type of what a run is started with.
  ///   - result: The type of what a run yields; `Void.self` for nothing.
  ///   - identifier: The name of the flow in errors and traces.
  ///   - build: Makes the steps of one run and returns the first. Called on the main actor.
  public init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    onMainActor build: @escaping @MainActor (_ scope: FlowScope<Content, Result>) -> any Startable
  ) where Content: Sendable {
    self.init(content, result, identifier: identifier, on: .main) { scope in
      Flow.assumeMainActor(identifier, scope, build)
    }
  }

  /// Makes a flow of main-actor code that is started with nothing.
  ///
  /// - Parameters:
  ///   - content: `Any.self`. The builder's scope has no content.
  ///   - result: The type of what a run yields; `Void.self` for nothing.
  ///   - identifier: The name of the flow in errors and traces.
  ///   - build: Makes the steps of one run and returns the first. Called on the main actor.
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
    // MainActor.preconditionIsolated would say the same, but its message is lost on Linux.
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
