import FlowState
import FlowStateTesting
import Foundation

/// Steps that a test completes by name, in a flow that it plays by hand.
final class Stage: @unchecked Sendable {
  typealias Handler = FlowStepHandler<Any, String>

  let queue = ManualQueue()
  let clock: ManualClock
  let recorder = FlowRecorder()

  // Guard: `lock`.
  private let lock = NSLock()
  private var handlers: [String: Handler] = [:]

  init() {
    clock = ManualClock(playing: queue)
  }

  /// A step that waits until the test completes it.
  func waiting(_ identifier: String, then next: (any Startable)? = nil) -> FlowStep<Any, String> {
    let step = FlowStep(Any.self, String.self, identifier: identifier) { [self] _ in
      let handler = Handler()
      lock.withLock { handlers[identifier] = handler }
      return handler
    }
    step.nextStep = next
    return step
  }

  /// A flow on the stage's queue and clock, told to its recorder.
  func flow(
    _ identifier: String = "F", _ first: @escaping @Sendable (FlowScope<Any, String>) -> any Startable
  ) -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: identifier, first).on(queue).timed(by: clock).observed(by: recorder)
  }

  /// Starts a run, notes how it ends, and plays it to where it waits.
  @discardableResult
  func start(_ flow: Flow<Any, String>) -> FlowRun {
    let run = flow.start { [recorder] outcome in
      if case .completed(let result) = outcome { recorder.note("= \(result ?? "nil")") }
    }
    queue.play()
    return run
  }

  /// Completes a step that waits.
  func complete(_ identifier: String, _ result: String? = nil) {
    lock.withLock { handlers[identifier] }?.complete(result)
    queue.play()
  }

  /// Lets a step that waits fail.
  func fail(_ identifier: String, _ error: any Error) {
    lock.withLock { handlers[identifier] }?.fail(error)
    queue.play()
  }

  /// Lets go of all handlers.
  func letGo() {
    let gone = lock.withLock {
      defer { handlers = [:] }
      return handlers
    }
    _ = consume gone
    queue.play()
  }
}

/// An error for tests to throw and to find again.
struct Mishap: Error, CustomStringConvertible {
  var description = "mishap"
}
