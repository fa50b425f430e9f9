import FlowState
import FlowStateTesting

/// Steps that a test completes by name, in a main-actor flow that it plays by hand.
@MainActor
struct Stage {
  typealias Handler = FlowStepHandler<Any, String>

  /// Tells of the run, and how it ended.
  let trace = Trace()
  let queue = ManualQueue()
  private let cast = Cast()

  private final class Cast {
    var handlers: [String: Handler] = [:]
  }

  /// The handler of the latest start of a step.
  subscript(identifier: String) -> Handler? { cast.handlers[identifier] }

  /// A step that waits until the test completes it.
  func waiting(_ identifier: String, then next: (any Startable)? = nil) -> FlowStep<Any, String> {
    let step = FlowStep(Any.self, String.self, identifier: identifier) { [cast] _ in
      let handler = Handler()
      cast.handlers[identifier] = handler
      return handler
    }
    step.nextStep = next
    return step
  }

  /// A step that completes on the spot.
  func instant(_ identifier: String, then next: (any Startable)? = nil) -> FlowStep<Any, String> {
    let step = FlowStep(Any.self, String.self, identifier: identifier) { _ in nil }
    step.nextStep = next
    return step
  }

  /// Starts a run of flow `F` and plays it to where it waits.
  func start(_ first: @escaping @MainActor (FlowScope<Never, String>) -> any Startable) {
    flow("F", first).observed(by: trace).start { [trace] outcome in
      switch outcome {
      case .completed(let result): trace.note("= \(result ?? "nil")")
      case .failed(let error): trace.note("= \(error)")
      case .cancelled: trace.note("= cancelled")
      }
    }
    queue.play()
  }

  /// A flow on the stage's queue, to be nested.
  func flow(
    _ identifier: String, _ first: @escaping @MainActor (FlowScope<Never, String>) -> any Startable
  ) -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: identifier, onMainActor: first).on(queue)
  }

  /// Completes steps, one after the other.
  func complete(_ identifiers: String..., result: String? = nil) {
    for identifier in identifiers {
      cast.handlers[identifier]?.complete(result)
      queue.play()
    }
  }

  func fail(_ identifier: String) {
    cast.handlers[identifier]?.fail(Mishap())
    queue.play()
  }

  /// Lets go of a step's handler.
  func letGo(of identifier: String) {
    cast.handlers[identifier] = nil
    queue.play()
  }
}
