import FlowState
import FlowStateTesting
import TestSupport
import Testing

@Suite("Several observers of a flow")
struct SeveralObserversTests {
  private let flow = Flow(Any.self, Any.self, identifier: "Read") { _ in
    FlowStep(Any.self, Any.self, identifier: "Fetch") { _ in nil }
  }

  @Test("All observers of a flow receive every event")
  func all() throws {
    let recorders = [FlowRecorder(), FlowRecorder()]
    _ = try flow.observed(by: recorders).runAndWait()
    for recorder in recorders {
      #expect(recorder.lines == ["Read#1 run began", "Fetch began", "Fetch completed", "rest", "Read#1 completed"])
    }
  }

  @Test("New observers are added after earlier ones, and receive each event after them")
  func added() throws {
    let order = Trace()
    let named = ["a", "b", "c", "d"].map { name in
      LineObserver { line in if line.contains("run began") { order.note(name) } }
    }
    let half = flow.observed(by: named[0]).observed(by: [named[1], named[2]])
    _ = try half.observed(by: []).observed(by: named[3]).runAndWait()
    #expect(order.lines == ["a", "b", "c", "d"])
  }

  @Test("An observer of a copy does not observe the original flow")
  func copies() throws {
    let (first, second) = (FlowRecorder(), FlowRecorder())
    let once = flow.observed(by: first)
    _ = try once.observed(by: second).runAndWait()
    _ = try once.runAndWait()
    #expect(first.lines.count == 10)
    #expect(second.lines.count == 5)
  }
}
