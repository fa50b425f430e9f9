import FlowMetrics
import FlowState
import FlowStateTesting
import MetricsTestKit
import Testing

/// Metrics of runs.
struct MetricsObserverTests {
  private struct Declined: Error {}

  private let metrics = TestMetrics()
  private let queue = ManualQueue()

  private func flow(_ script: FlowScript, _ observer: MetricsObserver, _ clock: ManualClock) -> Flow<Any, Void> {
    Flow(Any.self, Void.self, identifier: "order") { _ in
      FlowStep(Any.self, String.self, identifier: "pay") { _ in FlowStepHandler(Any.self, String.self) }
        .retry(attempts: 2, backoff: .constant(.seconds(1)))
    }.on(queue).timed(by: clock).scripted(by: script).observed(by: observer)
  }

  @Test("Runs and steps are counted by their outcomes, and timed on the run's clock")
  func counts() throws {
    let observer = MetricsObserver(factory: metrics)
    let clock = ManualClock(playing: queue)
    flow(["pay": [.after(.seconds(2), .result("p1"))]], observer, clock).start()
    queue.play()
    #expect(try metrics.expectMeter("flow_runs_active", [("flow", "order")]).lastValue == 1)
    clock.advance(by: .seconds(2))
    #expect(try metrics.expectMeter("flow_runs_active", [("flow", "order")]).lastValue == 0)
    let step = [("flow", "order"), ("step", "pay")]
    #expect(try metrics.expectCounter("flow_steps_total", step + [("outcome", "completed")]).totalValue == 1)
    #expect(try metrics.expectTimer("flow_step_duration", step).values == [2_000_000_000])
    #expect(
      try metrics.expectCounter("flow_runs_total", [("flow", "order"), ("outcome", "completed")]).totalValue == 1)
    #expect(try metrics.expectTimer("flow_run_duration", [("flow", "order")]).values == [2_000_000_000])
  }

  @Test("Each attempt of a step is counted, but not the operator that retries it")
  func retries() throws {
    let observer = MetricsObserver(prefix: "shop", factory: metrics)
    let clock = ManualClock(playing: queue)
    flow(["pay": [.failure(Declined()), .result("p1")]], observer, clock).start()
    queue.play()
    clock.advance(by: .seconds(1))
    let step = [("flow", "order"), ("step", "pay")]
    #expect(try metrics.expectCounter("shop_steps_total", step + [("outcome", "failed")]).totalValue == 1)
    #expect(try metrics.expectCounter("shop_steps_total", step + [("outcome", "completed")]).totalValue == 1)
    #expect(try metrics.expectTimer("shop_step_duration", step).values.count == 2)
    #expect(metrics.counters.count { $0.label == "shop_step_retries_total" } == 1)
  }

  @Test("The time of a durable run is measured from its beginning, and not if it began in another process")
  func parts() throws {
    let clock = ManualClock()
    let observer = MetricsObserver(factory: metrics, timed: clock)
    func receive(_ kind: FlowEvent.Kind, run: Int, at seconds: Int) {
      let place = FlowPlace(run: FlowRunID(flow: "order", number: run), lane: 0, visit: 1)
      observer.receive(FlowEvent(sequence: 1, time: .seconds(seconds), step: nil, place: place, kind: kind))
    }
    receive(.runBegan(parent: nil), run: 1, at: 10)
    receive(.runSetAside, run: 1, at: 11)
    clock.advance(by: .seconds(29))
    receive(.runResumed, run: 1, at: 40)
    receive(.runSetAside, run: 1, at: 41)
    clock.advance(by: .seconds(28))
    // Another worker of the process has another clock.
    receive(.runResumed, run: 1, at: 0)
    receive(.runEnded(.completed(nil)), run: 1, at: 1)
    receive(.runResumed, run: 2, at: 80)
    receive(.runEnded(.completed(nil)), run: 2, at: 81)
    #expect(try metrics.expectTimer("flow_run_duration", [("flow", "order")]).values == [60_000_000_000])
    let outcome = [("flow", "order"), ("outcome", "completed")]
    #expect(try metrics.expectCounter("flow_runs_total", outcome).totalValue == 2)
    #expect(try metrics.expectMeter("flow_runs_active", [("flow", "order")]).lastValue == 0)
  }

  @Test("A cancelled run and its step are counted as cancelled")
  func cancelled() throws {
    let observer = MetricsObserver(factory: metrics)
    let run = flow(["pay": [.never]], observer, ManualClock(playing: queue)).start()
    queue.play()
    run.cancel()
    queue.play()
    #expect(
      try metrics.expectCounter("flow_runs_total", [("flow", "order"), ("outcome", "cancelled")]).totalValue == 1)
    let outcome = [("flow", "order"), ("step", "pay"), ("outcome", "cancelled")]
    #expect(try metrics.expectCounter("flow_steps_total", outcome).totalValue == 1)
  }
}
