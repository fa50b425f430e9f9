import FlowState
import FlowStateTesting

/// A stage whose flow is recorded, on a clock that the test moves.
@MainActor
struct RecordedStage {
  let stage = Stage()
  let recorder = FlowRecorder()
  let clock = ManualClock()

  /// What has been recorded, as a trace.
  var trace: DrawnTrace { get throws { try DrawnTrace(recorder.events) } }

  /// Starts a run of flow `F` and plays it to where it waits.
  @discardableResult
  func start(_ first: @escaping @MainActor () -> any Startable) -> FlowRun {
    start(stage.flow("F") { _ in first() })
  }

  @discardableResult
  func start(_ flow: Flow<Any, String>) -> FlowRun {
    let run = flow.observed(by: recorder).timed(by: clock).start()
    stage.queue.play()
    return run
  }

  /// Lets time pass.
  func pass(_ milliseconds: Int) {
    clock.advance(by: .milliseconds(milliseconds))
    stage.queue.play()
  }
}
