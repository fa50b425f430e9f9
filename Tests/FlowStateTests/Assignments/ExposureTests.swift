import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A run reports its variant when a step reads it for the first time, or at the start if the flow is the variant.
struct ExposureTests {
  private func assignment(_ reason: VariantAssignment.Reason = .assigned) -> VariantAssignment {
    VariantAssignment(experiment: "order", variant: "short", reason: reason)
  }

  /// A flow of two steps. The second step reads the variant twice if `reads` is true.
  private func flow(reads: Bool) -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: "F") { scope in
      let first = FlowStep(Any.self, Void.self, identifier: "first") { _ in nil }
      let second = FlowStep(Any.self, Void.self, identifier: "second") { step in
        if reads {
          scope.result = (step.context.variant(of: "order") ?? "none") + (step.context.variant(of: "order") ?? "")
        }
        return nil
      }
      first.nextStep = second
      return first
    }
  }

  private func lines(_ flow: Flow<Any, String>) throws -> [String] {
    let recorder = FlowRecorder([])
    _ = try flow.observed(by: recorder).runAndWait()
    return recorder.lines.filter { !$0.hasSuffix("completed") && $0 != "rest" }
  }

  @Test("A run reports its variant once when a step reads it, and not at all otherwise")
  func reading() throws {
    let assigned = flow(reads: true).assigned(assignment())
    for _ in 1...2 {
      #expect(
        try lines(assigned) == [
          "F#1 run began", "first began", "second began", "variant 'short' of experiment 'order'",
        ])
    }
    #expect(try lines(flow(reads: false).assigned(assignment())) == ["F#1 run began", "first began", "second began"])
  }

  @Test("A flow that is the variant reports it at the start, and not again")
  func atStart() throws {
    #expect(
      try lines(flow(reads: true).assigned(assignment(), isExposedAtStart: true)) == [
        "F#1 run began", "variant 'short' of experiment 'order'", "first began", "second began",
      ])
  }

  @Test(
    "A unit that does not take part is not exposed",
    arguments: [
      VariantAssignment.Reason.excluded(by: "g"), .notTargeted, .notCovered,
    ])
  func excluded(reason: VariantAssignment.Reason) throws {
    for isExposedAtStart in [true, false] {
      let assigned = flow(reads: true).assigned(assignment(reason), isExposedAtStart: isExposedAtStart)
      #expect(try lines(assigned) == ["F#1 run began", "first began", "second began"])
      #expect(try assigned.runAndWait() == "shortshort")
    }
  }

  @Test("A nested run that reads the variant first reports it, and the outer run does not report it again")
  func nested() throws {
    let inner = flow(reads: true)
    let outer = Flow(Any.self, String.self, identifier: "outer") { scope in
      let nested = FlowStep(inner)
      nested.setCompletion { step, _ in scope.result = step.context.variant(of: "order") }
      return nested
    }
    let recorder = FlowRecorder([])
    #expect(try outer.assigned(assignment()).observed(by: recorder).runAndWait() == "short")
    #expect(recorder.lines.filter { $0.contains("variant") } == ["variant 'short' of experiment 'order'"])
  }

  @Test("The run with the assignment reports it, also if a nested run with another observer reads it first")
  func nestedObserver() throws {
    let (inner, outer) = (FlowRecorder([]), FlowRecorder([]))
    let observed = flow(reads: true).observed(by: inner)
    let assigned = Flow(Any.self, String.self, identifier: "outer") { _ in FlowStep(observed) }.assigned(assignment())
    _ = try assigned.observed(by: outer).runAndWait()
    #expect(outer.lines.filter { $0.contains("variant") } == ["variant 'short' of experiment 'order'"])
    #expect(!inner.lines.contains { $0.contains("variant") })
    // Without an observer of the outer run, the nested one reports it.
    _ = try assigned.runAndWait()
    #expect(inner.lines.filter { $0.contains("variant") } == ["variant 'short' of experiment 'order'"])
  }
}
