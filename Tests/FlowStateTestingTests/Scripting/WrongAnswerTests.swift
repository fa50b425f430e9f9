import FlowChains
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Answers whose results aren't of the types of their steps: the step fails, and each tool reports it with the step and
/// both types, even if the flow handles the failure.
struct WrongAnswerTests {
  private static let sentence =
    "Step 'Load' is answered with a result of type Int; its results are of type Array<String>."

  /// A flow that completes after a failure of its step.
  private static let forgiving = Flow(Any.self, Any.self, identifier: "F") { _ in
    let load = FlowStep(Any.self, [String].self, identifier: "Load") { _ in nil }
    load.setFailure { _ in .goTo(FlowStep(Any.self, Void.self, identifier: "Other") { _ in nil }) }
    return load
  }

  @Test("A scripted result of a wrong type fails its step with the step and both types")
  func wrongType() throws {
    let flow = Flow(Any.self, Any.self, identifier: "F") { _ in
      FlowStep(Any.self, [String].self, identifier: "Load") { _ in nil }
    }
    let script: FlowScript = ["Load": [.result(1)]]
    let error = #expect(throws: FlowError.self) { try flow.scripted(by: script).runAndWait() }
    let cause = try #require(error?.cause as? FlowAnswerError)
    #expect(cause.step == "Load")
    #expect(cause.expected == "Array<String>")
    #expect(cause.found == "Int")
    #expect(cause.description == Self.sentence)
    #expect(script.wrongAnswers == [cause])
  }

  @Test("A scripted result for a step that has no results fails the step")
  func noResults() throws {
    let flow = Flow(Any.self, Any.self, identifier: "F") { _ in ConcurrentFlowStep(identifier: "Load", steps: []) }
    let script: FlowScript = ["Load": [.result("text")]]
    let error = #expect(throws: FlowError.self) { try flow.scripted(by: script).runAndWait() }
    let cause = try #require(error?.cause as? FlowAnswerError)
    #expect(cause.expected == nil)
    #expect(
      cause.description
        == "Step 'Load' is answered with a result of type String; the step completes without a result.")
  }

  @Test("A script and a flow test report a wrong answer that a failure route hides")
  func hidden() throws {
    let script: FlowScript = ["Load": [.result(1)]]
    _ = try Self.forgiving.scripted(by: script).runAndWait()
    #expect(script.wrongAnswers.map(\.description) == [Self.sentence])
    let test = FlowTest(["Load": [.after(.seconds(1), .result(1))]])
    test.start(Self.forgiving)
    try test.run()
    #expect(test.outcomes == ["completed"])
    #expect(#expect(throws: FlowTestError.self) { try test.requireNothingLeft() }?.problems == [Self.sentence])
  }

  @Test("A flow test reports a wrong answer of the flow's own script")
  func ownScript() {
    let test = FlowTest()
    test.start(Self.forgiving.scripted(by: ["Load": [.result(1)]]))
    #expect(#expect(throws: FlowTestError.self) { try test.requireNothingLeft() }?.problems == [Self.sentence])
  }

  @Test("An explorer reports a wrong answer as a failure of the schedule that gives it")
  func explored() {
    let explorer = ScheduleExplorer(cancelling: false) { stage in
      stage.answer("Load", with: .result(["a"]), .result(1, as: "number"))
      stage.start(Self.forgiving)
    }
    let failure = #expect(throws: ScheduleFailure.self) { try explorer.explore(deviations: 1) }
    #expect(failure?.rule == .answerType)
    #expect(failure?.sentence == Self.sentence)
    #expect(failure?.schedule.description == "Load#1: number")
  }

  @Test("A path check reports a wrong answer as a finding")
  func paths() throws {
    let step = FlowStepDeclaration(Any.self, [String].self, identifier: "Load") { _ in
      let load = FlowStep(Any.self, [String].self, identifier: "Load") { _ in nil }
      load.setFailure { _ in .retry(after: .seconds(1)) }
      return load
    }
    let report = try PathCheck(answers: ["Load": .result(1)]).run(FlowChain(identifier: "F", [step.step]))
    #expect(report.findings.map(\.fault.description) == [Self.sentence])
  }

  @Test("An answer of a wrong type that comes after the step has settled does nothing")
  func late() throws {
    let test = FlowTest(["Load": [.after(.seconds(9), .result(1))]])
    let run = test.start(Self.forgiving)
    run.cancel()
    test.play()
    try test.run()
    #expect(test.outcomes == ["cancelled"])
    try test.requireNothingLeft()
  }
}
