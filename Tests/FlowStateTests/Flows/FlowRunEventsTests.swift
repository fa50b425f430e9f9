import FlowStateTesting
import TestSupport
import Testing

@testable import FlowState

/// The events of a run as a stream.
struct FlowRunEventsTests {
  let queue = ManualQueue()
  let handlers = LockedList<FlowStepHandler<Any, String>>()

  /// Starts a flow whose nested flow waits.
  private func start(keepingEvents: Bool) -> FlowRun {
    let inner = Flow(Any.self, String.self, identifier: "N") { [handlers] _ in
      FlowStep(Any.self, String.self, identifier: "x") { _ in
        handlers.appendHandler()
      }
    }
    let flow = Flow(Any.self, String.self, identifier: "F") { _ in FlowStep(inner, identifier: "nested") }
    let run = flow.on(queue).start(keepingEvents: keepingEvents)
    queue.play()
    return run
  }

  private func lines(_ events: AsyncStream<FlowEvent>) async throws -> [String] {
    let reading = Task {
      var lines: [String] = []
      for await event in events { lines.append("\(event.sequence) \(FlowRecorder.line(for: event))") }
      return lines
    }
    return try await reading.value(orSay: "The events did not end")
  }

  @Test(
    "A run that keeps its events streams all of them, including those of nested flows",
    arguments: ["rest", "fail", "abandon", "cancel"])
  func kept(ending: String) async throws {
    let run = start(keepingEvents: true)
    switch ending {
    case "rest": handlers.removeAll()[0].complete("X")
    case "fail": handlers.removeAll()[0].fail(TestError())
    case "abandon": handlers.removeAll()
    default: run.cancel()
    }
    queue.play()
    let nested =
      switch ending {
      case "rest": ["3 x completed", "4 rest", "5 N#1 completed"]
      case "fail": ["3 x failed: mishap", "4 N#1 failed"]
      case "abandon": ["3 x abandoned", "4 N#1 failed"]
      default: ["3 x cancelled", "4 N#1 cancelled"]
      }
    let lines = try await lines(run.events)
    let expected: [String] = ["1 F#1 run began", "2 nested began", "1 N#1 run began", "2 x began"] + nested
    #expect(Array(lines.prefix(expected.count)) == expected)
    #expect(
      lines.last?.hasSuffix(["rest": "F#1 completed", "cancel": "F#1 cancelled"][ending] ?? "F#1 failed") == true)
    let second = run.events
    queue.play()
    #expect(try await self.lines(second) == [], "the kept ones are for the first who asks")
  }

  @Test("A stream of a run that keeps no events has only later events, and none after the end")
  func fromNowOn() async throws {
    let run = start(keepingEvents: false)
    let first = run.events
    let second = run.events
    queue.play()
    handlers.removeAll()[0].complete("X")
    queue.play()
    // No event was reported before, and the nested run began before the streams.
    #expect(try await lines(first) == ["1 nested completed", "2 rest", "3 F#1 completed"])
    #expect(try await lines(second) == ["1 nested completed", "2 rest", "3 F#1 completed"])
    let late = run.events
    queue.play()
    #expect(try await lines(late) == [])
  }

  @Test("A reader may stop reading a run's events")
  func breaking() async throws {
    let run = start(keepingEvents: true)
    let reading = Task { await run.events.first { _ in true }?.sequence }
    #expect(try await reading.value(orSay: "No event came") == 1)
    handlers.removeAll()[0].complete("X")
    queue.play()
    let late = run.events
    queue.play()
    #expect(try await lines(late) == [])
  }

  @Test("A run makes no events before a stream asks for them")
  func nobody() async throws {
    let run = start(keepingEvents: false)
    let events = run.events
    run.cancel()
    queue.play()
    #expect(
      try await lines(events).first?.hasPrefix("1 ") == true,
      "the first event that was made is the first that was asked for")
  }

  @Test("A run forgets the streams that were dropped")
  func droppedStreams() async throws {
    let run = start(keepingEvents: false)
    for _ in 0..<100 {
      _ = run.events
      queue.play()
    }
    #expect(run.run.observers.isEmpty)
    let last = run.events
    queue.play()
    #expect(run.run.observers.all.count == 1)
    run.cancel()
    queue.play()
    #expect(try await lines(last).last?.hasSuffix("F#1 cancelled") == true)
  }

  @Test("An abandoned run ends its stream")
  func dropped() async throws {
    let run = start(keepingEvents: true)
    handlers.removeAll()
    queue.play()
    #expect(try await lines(run.events).last?.hasSuffix("F#1 failed") == true)
  }
}
