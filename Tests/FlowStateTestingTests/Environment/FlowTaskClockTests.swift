import FlowState
import FlowStateTesting
import TestSupport
import Testing

struct FlowTaskClockTests {
  let harness = FlowHarness(clockPlaysQueue: true)

  /// A step that sleeps, with the tasks that it starts.
  private func sleeping(_ durations: Duration...) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: "Sleep") { [clock = harness.clock.taskClock] _ in
      try await withThrowingTaskGroup(of: Duration.self) { group in
        for duration in durations {
          group.addTask {
            try await Task.sleep(for: duration, clock: clock)
            return duration
          }
        }
        var text = ""
        for try await duration in group { text += "\(duration.components.seconds)@\(clock.now) " }
        return text
      }
    }
  }

  @Test("A manual clock drives `Task.sleep(for:clock:)` in an async step")
  func sleep() {
    harness.startStep { sleeping(.seconds(3), .seconds(1)) }
    #expect(harness.clock.timerCount == 2)
    harness.clock.advance(by: .milliseconds(999))
    #expect(harness.recorder.take() == ["F#1 run began", "Sleep began"])
    harness.clock.advance(by: .milliseconds(1))
    #expect(harness.clock.timerCount == 1)
    harness.clock.advance(by: .seconds(5))
    #expect(harness.recorder.take() == ["Sleep completed", "rest", "F#1 completed", "= 1@1.0 seconds 3@3.0 seconds "])
    #expect(harness.clock.timerCount == 0)
  }

  @Test("A cancelled step stops sleeping and removes its timers")
  func cancelled() throws {
    let run = harness.startStep { sleeping(.seconds(3), .seconds(1)) }
    run.cancel()
    harness.queue.play()
    #expect(harness.recorder.lines.last == "F#1 cancelled")
    try harness.clock.requireNothingScheduled()
  }

  @Test("A clock that advances while a sleep begins doesn't make the sleep longer", arguments: [1, 2, 3])
  func leap(seconds: Int) async throws {
    let clock = LeapingClock()
    clock.leapAtNextAlarm(by: .seconds(seconds))
    let sleep = Task { try await clock.taskClock.sleep(until: .init(.seconds(2))) }
    if seconds == 1 {
      try await patiently("The timer was not set to the end of the sleep") { clock.nextTimer == .seconds(2) }
      clock.advance(by: .seconds(1))
    }
    try await sleep.value(orSay: "The sleep did not end at its time")
    #expect(clock.nextTimer == nil)
  }

  @Test("A sleep until a past time or in a cancelled task schedules no timer")
  func noSleep() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(2))
    try await clock.taskClock.sleep(until: .init(.seconds(2)))
    try await Task.sleep(for: .zero, clock: clock.taskClock)
    #expect(clock.timerCount == 0)
    await #expect(throws: CancellationError.self) {
      try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await Task.sleep(for: .seconds(1), clock: clock.taskClock)
      }.value
    }
    #expect(clock.timerCount == 0)
  }

  @Test("A task clock measures durations, and its instants can be advanced and compared")
  func measure() {
    let clock = ManualClock()
    #expect(clock.taskClock.measure { clock.advance(by: .seconds(5)) } == .seconds(5))
    let now = clock.taskClock.now
    #expect("\(now)" == "5.0 seconds")
    #expect(now.advanced(by: .seconds(-2)) < now)
    #expect(now.duration(to: .init(.seconds(1))) == .seconds(-4))
    #expect(clock.taskClock.minimumResolution == .zero)
  }

  @Test("An explorer lets a sleep end before or after another event")
  func explored() throws {
    let seen = Locked<Set<String>>([])
    let explorer = ScheduleExplorer(cancelling: false) { stage in
      stage.answer("Ask", with: .result("asked"))
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { [clock = stage.clock.taskClock] scope in
          let slow = FlowStep(Any.self, String.self, identifier: "Slow") { _ in
            try await Task.sleep(for: .seconds(1), clock: clock)
            return "slept"
          }
          let race = FlowStep(identifier: "Either", racing: [slow, RacyFlow.waiting("Ask")])
          race.setCompletion { _, result in scope.result = result }
          return race
        })
      stage.require { report in
        seen.withLock { _ = $0.insert(report.outcome) }
        return nil
      }
    }
    try explorer.explore(deviations: 2)
    #expect(seen.withLock { $0 } == ["completed: asked", "completed: slept"])
  }

  @Test("A clock runs until no timer is left, and reports the timers that are still scheduled")
  func run() throws {
    let clock = ManualClock()
    let log = LockedList<Duration>()
    _ = clock.schedule(after: .seconds(1)) {
      log.append(clock.now)
      _ = clock.schedule(after: .seconds(2)) { log.append(clock.now) }
    }
    let error = #expect(throws: ScheduledTimersError.self) { try clock.requireNothingScheduled() }
    #expect(error?.description == "1 timer is still scheduled, at 1.0 seconds.")
    clock.advance(by: .milliseconds(500))
    #expect(try clock.run() == .milliseconds(2_500))
    #expect(log.all == [.seconds(1), .seconds(3)])
    try clock.requireNothingScheduled()
    Self.beat(clock)
    _ = clock.schedule(after: .seconds(100)) {}
    #expect(throws: ScheduledTimersError(count: 2, next: .seconds(9), limit: 5)) { try clock.run(limit: 5) }
    #expect(
      ScheduledTimersError(count: 2, next: .seconds(9), limit: 5).description
        == "The clock has advanced 5 times. 2 timers are still scheduled, the next one at 9.0 seconds.")
  }

  private static func beat(_ clock: ManualClock) {
    _ = clock.schedule(after: .seconds(1)) { [weak clock] in if let clock { beat(clock) } }
  }

  /// A clock whose reader is cancelled before it sleeps.
  private struct CancellingClock: FlowClock {
    var now: Duration {
      withUnsafeCurrentTask { $0?.cancel() }
      return .zero
    }

    func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
      Issue.record("A cancelled task has begun to sleep.")
      call()
      return FlowAlarm {}
    }
  }

  @Test("A task that is cancelled just before it sleeps doesn't sleep")
  func cancelledBefore() async {
    let result = await Task { try await CancellingClock().taskClock.sleep(until: .init(.seconds(1))) }.result
    #expect(throws: CancellationError.self) { try result.get() }
  }
}
