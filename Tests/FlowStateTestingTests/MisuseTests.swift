import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Misuse by the programmer traps, with a full sentence.
struct MisuseTests {
  @Test("Advancing a clock by a negative duration traps")
  func negativeAdvance() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ManualClock().advance(by: .seconds(-1))
    }
    expectSaid(result, "A ManualClock cannot advance by -1.0 seconds; time does not go backwards.")
  }

  @Test("Advancing a test by a negative duration traps")
  func negativeAdvanceOfTest() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      FlowTest().advance(by: .seconds(-1))
    }
    expectSaid(result, "A FlowTest cannot advance by -1.0 seconds; time does not go backwards.")
  }

  @Test("Scheduling a timer after no delay traps")
  func noDelay() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ManualClock().schedule(after: .zero) {}
    }
    expectSaid(result, "A ManualClock cannot schedule a timer after 0.0 seconds; a delay must be greater than zero.")
  }

  @Test("Playing a queue inside its own closure traps")
  func nestedPlay() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let queue = ManualQueue()
      queue.perform { queue.play() }
    }
    expectSaid(
      result,
      "A ManualQueue was played inside a closure that it executes; a serial queue executes one closure at a time.")
  }

  @Test("A script that names a step without an answer traps")
  func noAnswer() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlowScript(["Load": []])
    }
    expectSaid(result, "A script names step 'Load' without an answer; it needs at least one.")
  }

  @Test("A script that names a step twice traps")
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

  @Test("Running a clock with a limit of zero traps")
  func noAdvance() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try ManualClock().run(limit: 0)
    }
    expectSaid(result, "A ManualClock cannot run to the end with a limit of 0; it must be at least 1.")
  }

  @Test("A scripted answer with a negative delay traps")
  func negativeDelay() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlowScript.Answer.after(.milliseconds(-5), .noResult)
    }
    expectSaid(result, "A script cannot answer after -0.005 seconds; a delay must not be negative.")
  }

  @Test("A script that delays a step's own work traps")
  func lateOwnWork() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlowScript.Answer.after(.seconds(1), .ownWork)
    }
    expectSaid(result, "A script cannot delay a step's own work; own work begins immediately.")
  }
}
