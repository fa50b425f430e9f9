import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Misuse by the programmer traps, with a full sentence.
struct MisuseTests {
  @Test("time does not go backwards")
  func negativeAdvance() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ManualClock().advance(by: .seconds(-1))
    }
    expectSaid(result, "A ManualClock cannot advance by -1.0 seconds; time does not go backwards.")
  }

  @Test("a delay is more than zero")
  func noDelay() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ManualClock().schedule(after: .zero) {}
    }
    expectSaid(result, "A ManualClock cannot schedule a timer after 0.0 seconds; a delay must be greater than zero.")
  }

  @Test("a queue that is played by its own closure")
  func nestedPlay() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let queue = ManualQueue()
      queue.perform { queue.play() }
    }
    expectSaid(
      result,
      "A ManualQueue was played inside a closure that it executes; a serial queue executes one closure at a time.")
  }

  @Test("a result of another type")
  func wrongResult() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let flow = Flow(Any.self, Any.self, identifier: "F") { _ in
        FlowStep(Any.self, [String].self, identifier: "Load") { _ in nil }
      }
      _ = try flow.scripted(by: ["Load": [.result(1)]]).runAndWait()
    }
    expectSaid(
      result,
      "A script answers step 'Load' with a result of type Int; the step's results are of type Array<String>.")
  }

  @Test("a result for a step that has none")
  func resultOfGroup() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let flow = Flow(Any.self, Any.self, identifier: "F") { _ in ConcurrentFlowStep(identifier: "Load", steps: []) }
      _ = try flow.scripted(by: ["Load": [.result("text")]]).runAndWait()
    }
    expectSaid(
      result,
      "A script answers step 'Load' with a result of type String; a step of type ConcurrentFlowStep completes without a "
        + "result.")
  }

  @Test("no answer")
  func noAnswer() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlowScript(["Load": []])
    }
    expectSaid(result, "A script names step 'Load' without an answer; it needs at least one.")
  }

  @Test("one step, named twice")
  func duplicateKey() async {
    var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let script: FlowScript = ["Load": [.noResult], "Edit": [.never], "Load": [.never]]
      _ = script
    }
    let sentence = "A script names step 'Load' twice; list all its answers in the order of the starts after one name."
    expectSaid(result, sentence)
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlowScript(["Load": [.noResult], "Load": [.never]])
    }
    expectSaid(result, sentence)
  }

  @Test("no advance")
  func noAdvance() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try ManualClock().run(limit: 0)
    }
    expectSaid(result, "A ManualClock cannot run to the end with a limit of 0; it must be at least 1.")
  }

  @Test("an answer before now")
  func negativeDelay() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlowScript.Answer.after(.milliseconds(-5), .noResult)
    }
    expectSaid(result, "A script cannot answer after -0.005 seconds; a delay must not be negative.")
  }

  @Test("own work after a delay")
  func lateOwnWork() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlowScript.Answer.after(.seconds(1), .ownWork)
    }
    expectSaid(result, "A script cannot delay a step's own work; own work begins immediately.")
  }
}
