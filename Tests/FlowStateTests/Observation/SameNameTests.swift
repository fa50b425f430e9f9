import FlowStateTesting
import TestSupport
import Testing

@testable import FlowState

/// Nested runs of flows that have one identifier. Each is the first run of its flow, so they also have one number.
@Suite("Nested runs of one name")
struct SameNameTests {
  private let queue = ManualQueue()

  @Test("Each run has a unique ID, although all runs have one name")
  func identities() {
    let ids = SameName.nested().map(\.run)
    #expect(Set(ids).count == 2)
    #expect(Set(ids.map(\.description)) == ["Menu#1"])
  }

  @Test("IDs that are made by hand are equal if their names and numbers are")
  func handMade() {
    let id = FlowRunID(flow: "Menu", number: 1)
    #expect(id == FlowRunID(flow: "Menu", number: 1))
    #expect(id != FlowRunID(flow: "Menu", number: 2))
    #expect(!SameName.nested().map(\.run).contains(id))
  }

  @Test("The stream of a run's events ends with that run")
  func feed() async {
    let run = SameName.menu(1).on(queue).start(keepingEvents: true)
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
    SameName.menu(1).on(queue).observed(by: recorder).start()
    queue.play()
    #expect(
      recorder.lines == [
        "Menu#1 run began", "Before 1 began", "Before 1 completed", "Submenu began", "Menu#2 run began",
        "Menu#2: Before 0 began", "Menu#2: Before 0 completed", "Menu#2: After 0 began", "Menu#2: After 0 completed",
        "Menu#2: rest", "Menu#2 completed", "Submenu completed", "After 1 began", "After 1 completed", "rest",
        "Menu#1 completed",
      ])
  }
}
