import FlowChains
import TestSupport
import Testing

@testable import FlowPictures

/// Pictures of runs of flows that have one identifier. Each is the first run of its flow, so they also have one number.
@Suite("Pictures of runs of one name")
struct SameNamePictureTests {
  @Test("A trace puts each run into a slice of its own, inside the step that hosts it")
  func trace() throws {
    let drawn = try DrawnTrace(SameName.nested())
    #expect(drawn.faults == [])
    #expect(
      drawn.slices.map(\.name) == ["Menu#1", "Before 1", "Submenu", "Menu#1", "Before 0", "After 0", "After 1"])
  }

  @Test("An overlay counts the ways of each of two runs on its own")
  func overlay() {
    let overlay = FlowOverlay(SameName.alternating())
    #expect(overlay.transitions(from: "a1", to: "a2", after: .result) == 1)
    #expect(overlay.transitions(from: "b1", to: "b2", after: .result) == 1)
    #expect(overlay.transitions.count == 4, "the two ends of the chains are the others")
    #expect(overlay.steps.allSatisfy { overlay.standing(at: $0) == 0 })
  }

  @Test("A trace draws each of two runs as a process of its own")
  func processes() throws {
    let trace = try DrawnTrace(SameName.alternating())
    #expect(trace.faults == [])
    #expect(try trace.slice("a1").process == trace.slice("a2").process)
    #expect(try trace.slice("a1").process != trace.slice("b1").process)
    #expect(trace.slices.allSatisfy { $0.ending == "completed" })
  }
}
