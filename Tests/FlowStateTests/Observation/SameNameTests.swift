import FlowStateTesting
import TestSupport
import Testing

@testable import FlowState

/// Nested runs of flows that have one identifier. Each is the first run of its flow, so they also have one number.
@Suite("Nested runs of one name")
struct SameNameTests {
  private let queue = ManualQueue()

  /// A menu that opens a menu inside.
  private static func menu(_ depth: Int) -> Flow<Any, Void> {
    Flow(Any.self, Void.self, identifier: "Menu") { _ in
      let before = FlowStep(Any.self, Void.self, identifier: "Before \(depth)") { _ in nil }
      let after = FlowStep(Any.self, Void.self, identifier: "After \(depth)") { _ in nil }
      guard depth > 0 else {
        before.nextStep = after
        return before
      }
      let inner = FlowStep(menu(depth - 1), identifier: "Submenu")
      before.nextStep = inner
      inner.nextStep = after
      return before
    }
  }

  /// The events of a menu in a menu.
  private func events() -> [FlowEvent] {
    let recorder = FlowRecorder()
    Self.menu(1).on(queue).observed(by: recorder).start()
    queue.play()
    return recorder.events
  }

  @Test("Each run has an ID that no other run has, although all have one name")
  func identities() {
    let ids = events().map(\.run)
    #expect(Set(ids).count == 2)
    #expect(Set(ids.map(\.description)) == ["Menu#1"])
  }

  @Test("IDs that are made by hand are equal if their names are")
  func handMade() {
    let id = FlowRunID(flow: "Menu", number: 1)
    #expect(id == FlowRunID(flow: "Menu", number: 1))
    #expect(id != FlowRunID(flow: "Menu", number: 2))
    #expect(!events().map(\.run).contains(id))
  }

  @Test("The stream of a run's events ends with that run")
  func feed() async {
    let run = Self.menu(1).on(queue).start(keepingEvents: true)
    queue.play()
    var steps: [String] = []
    for await event in run.events {
      if case .stepCompleted = event.kind, let step = event.step { steps.append(step) }
    }
    #expect(steps == ["Before 1", "Before 0", "After 0", "Submenu", "After 1"])
  }

  @Test("A recorder gives each run a number of its own")
  func recorder() {
    let recorder = FlowRecorder()
    Self.menu(1).on(queue).observed(by: recorder).start()
    queue.play()
    #expect(
      recorder.lines == [
        "Menu#1 run began", "Before 1 began", "Before 1 completed", "Submenu began", "Menu#2 run began",
        "Menu#2: Before 0 began", "Menu#2: Before 0 completed", "Menu#2: After 0 began", "Menu#2: After 0 completed",
        "Menu#2: rest", "Menu#2 completed", "Submenu completed", "After 1 began", "After 1 completed", "rest",
        "Menu#1 completed",
      ])
  }

  @Test("A trace puts each run into a slice of its own, inside the step that hosts it")
  func trace() throws {
    let drawn = try DrawnTrace(events())
    #expect(drawn.faults == [])
    #expect(
      drawn.slices.map(\.name) == ["Menu#1", "Before 1", "Submenu", "Menu#1", "Before 0", "After 0", "After 1"])
  }

  /// The events of two runs of one name that are under way at the same time, on two queues: each event of one run comes between two of
  /// the other one.
  private func alternating() -> [FlowEvent] {
    let recorders = ["a", "b"].map { name in
      let recorder = FlowRecorder()
      Flow(Any.self, Void.self, identifier: "Menu") { _ in
        let first = FlowStep(Any.self, Void.self, identifier: "\(name)1") { _ in nil }
        first.nextStep = FlowStep(Any.self, Void.self, identifier: "\(name)2") { _ in nil }
        return first
      }.on(queue).observed(by: recorder).start()
      queue.play()
      return recorder
    }
    return zip(recorders[0].events, recorders[1].events).flatMap { [$0, $1] }
  }

  @Test("An overlay counts the ways of each of two runs on its own")
  func overlay() {
    let overlay = FlowOverlay(alternating())
    #expect(overlay.transitions(from: "a1", to: "a2", after: .result) == 1)
    #expect(overlay.transitions(from: "b1", to: "b2", after: .result) == 1)
    #expect(overlay.transitions.count == 4, "the two ends of the chains are the others")
    #expect(overlay.steps.allSatisfy { overlay.standing(at: $0) == 0 })
  }

  @Test("A trace draws each of two runs as a process of its own")
  func processes() throws {
    let trace = try DrawnTrace(alternating())
    #expect(trace.faults == [])
    #expect(try trace.slice("a1").process == trace.slice("a2").process)
    #expect(try trace.slice("a1").process != trace.slice("b1").process)
    #expect(trace.slices.allSatisfy { $0.ending == "completed" })
  }
}
