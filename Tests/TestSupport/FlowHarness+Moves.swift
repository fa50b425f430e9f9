import FlowState
import FlowStateTesting

/// Actions of a test while a run waits. Each method plays the run until it waits again, unless its comment says
/// otherwise.
extension FlowHarness {
  /// Keeps the handler of a step of the test, so that the test can complete it like that of a waiting step.
  package func keep(_ handler: Handler, of step: String) {
    let earlier = keepsEarlierStarts ? [] : starts.removeAll { $0.step == step }
    starts.append(Start(step: step, handler: handler))
    _ = consume earlier
  }

  /// The handlers of the waiting steps, in the order of their starts.
  package var handlers: [Handler] { starts.all.map(\.handler) }

  /// The handler of the latest start of a step.
  package subscript(step: String) -> Handler? { starts.all.last { $0.step == step }?.handler }

  /// Completes steps, one after the other.
  package func complete(_ step: String, _ more: String..., result: String? = nil) {
    for step in [step] + more {
      self[step]?.complete(result)
      queue.play()
    }
  }

  /// Completes a step by the number of its start among those of all steps; for a harness that keeps earlier
  /// starts.
  package func complete(_ start: Int = 0, _ result: String? = nil) {
    starts[start].handler.complete(result)
    queue.play()
  }

  package func fail(_ step: String, _ error: any Error = TestError()) {
    self[step]?.fail(error)
    queue.play()
  }

  /// Fails a step by the number of its start.
  package func fail(_ start: Int = 0, _ error: any Error = TestError()) {
    starts[start].handler.fail(error)
    queue.play()
  }

  /// Releases the handlers of a step.
  package func letGo(of step: String) {
    starts.removeAll { $0.step == step }
    queue.play()
  }

  /// Releases all handlers.
  package func letGo() {
    starts.removeAll()
    queue.play()
  }

  /// Removes all handlers and returns them, without playing the run.
  package func takeHandlers() -> [Handler] { starts.removeAll().map(\.handler) }

  /// Advances the clock.
  package func advance(by duration: Duration) {
    clock.advance(by: duration)
    queue.play()
  }
}
