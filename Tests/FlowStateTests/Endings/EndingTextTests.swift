import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The descriptions of the errors of steps and races.
struct EndingTextTests {
  private let place = FlowPlace(run: FlowRunID(flow: "F", number: 2), lane: 0, visit: 3)

  @Test("A race error's description lists every cause")
  func race() {
    #expect("\(RaceError(causes: []))" == "A race without steps has no winner.")
    let causes = [
      FlowError(step: "a", place: place, reason: .failed(TestError())),
      FlowError(step: "b", place: place, reason: .timedOut(after: .milliseconds(2_500))),
    ]
    #expect(
      "\(RaceError(causes: causes))" == "No step of the race completed: Step 'a' failed (visit 3 of run F#2): mishap; "
        + "Step 'b' timed out (visit 3 of run F#2): it had not ended after 2.5 seconds.")
  }

  @Test("Only a reported failure has a cause")
  func cause() {
    #expect(FlowError(step: "a", place: place, reason: .failed(TestError())).cause as? TestError == TestError())
    #expect(FlowError(step: "a", place: place, reason: .timedOut(after: .seconds(1))).cause == nil)
    #expect(FlowError(step: "a", place: place, reason: .abandoned).cause == nil)
    #expect(FlowError(step: "a", place: place, reason: .superseded).cause == nil)
  }

  /// Nested errors; the innermost is that of step 1.
  private func nest(_ depth: Int, inRaces: Bool = false) -> FlowError {
    (2..<depth + 1).reduce(FlowError(step: "1", place: place, reason: .failed(TestError()))) { inner, number in
      FlowError(step: "\(number)", place: place, reason: .failed(inRaces ? RaceError(causes: [inner]) : inner))
    }
  }

  private func words(_ steps: some Sequence<Int>, _ before: String = "") -> String {
    steps.map { "Step '\($0)' failed (visit 3 of run F#2): " }.joined(separator: before)
  }

  @Test("An error of up to 16 steps names each step, and a deeper one omits the middle")
  func deep() {
    #expect("\(nest(1))" == words([1]) + "mishap")
    #expect("\(nest(16))" == words((1...16).reversed()) + "mishap")
    #expect("\(nest(17))" == words((10...17).reversed()) + "[8 levels left out]: " + words([1]) + "mishap")
    #expect("\(nest(1_000))" == words((993...1_000).reversed()) + "[991 levels left out]: " + words([1]) + "mishap")
  }

  @Test("An error of nested races omits the middle too")
  func deepRaces() {
    let race = "No step of the race completed: "
    #expect("\(nest(2, inRaces: true))" == words([2]) + race + words([1]) + "mishap")
    #expect(
      "\(nest(1_000, inRaces: true))" == words((993...1_000).reversed(), race) + race + "[991 levels left out]: "
        + words([1])
        + "mishap")
  }

  @Test("The text of races nested deeper than the stack is made without recursion")
  func deeperThanTheStack() {
    let text = onSmallStack { [self] in "\(RaceError(causes: [nest(100_000, inRaces: true)]))" }
    #expect(text.hasPrefix("No step of the race completed: Step '100000' failed"))
    #expect(text.hasSuffix("[99991 levels left out]: " + words([1]) + "mishap"))
  }

  @Test("A recording omits the middle of a deep failure")
  func recorded() {
    let (recorder, run) = (FlowRecorder(), place)
    recorder.receive(
      FlowEvent(sequence: 1, time: .zero, step: "outer", place: run, kind: .stepFailed(nest(2))))
    recorder.receive(
      FlowEvent(sequence: 2, time: .zero, step: "outer", place: run, kind: .stepFailed(nest(1_000))))
    let shown = (992...999).reversed().map { "\($0) failed: " }.joined()
    #expect(
      recorder.lines == [
        "outer failed: 1 failed: mishap", "outer failed: \(shown)[990 levels left out]: 1 failed: mishap",
      ])
  }
}
