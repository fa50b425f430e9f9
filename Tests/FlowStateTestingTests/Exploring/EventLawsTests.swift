import FlowState
import TestSupport
import Testing

@testable import FlowStateTesting

struct EventLawsTests {
  /// Returns the violation that events lead to, if any. Each line describes an event. In the event of a step, the number of the visit
  /// follows '@', and the number of the lane follows '/'.
  static func verdict(_ lines: String..., watching step: String? = nil, made: Int = 0) -> String? {
    verdict(lines, watching: step, made: made)
  }

  static func verdict(_ lines: [String], watching step: String? = nil, made: Int = 0) -> String? {
    var laws = EventLaws()
    if let step { laws.watchReports(to: step) }
    for _ in 0..<made { laws.reportMade(to: step ?? "") }
    for (index, line) in lines.enumerated() { laws.receive(event(line, number: index + 1)) }
    laws.finish()
    return laws.violation?.sentence
  }

  private static func event(_ line: String, number: Int) -> FlowEvent {
    let run = FlowRunID(flow: "F", number: 7)
    let words = line.split(separator: " ").map(String.init)
    let parts = words[0].split(separator: "@").map(String.init)
    let isStep = parts.count == 2
    let numbers = parts.dropFirst().joined().split(separator: "/").compactMap { Int($0) }
    let place = FlowPlace(run: run, lane: numbers.dropFirst().first ?? 0, visit: numbers.first ?? 0)
    func error(_ reason: FlowError.Reason) -> FlowError { FlowError(step: parts[0], place: place, reason: reason) }
    let kinds: [String: FlowEvent.Kind] = [
      "run": .runBegan(parent: nil), "rest": .rested, "end": .runEnded(.completed(nil)),
      "cancel": .runEnded(.cancelled),
      "began": .stepBegan, "completed": .stepCompleted, "failed": .stepFailed(error(.failed(TestError("trouble")))),
      "superseded": .stepFailed(error(.superseded)), "timeout": .stepTimedOut(error(.timedOut(after: .seconds(1)))),
      "abandoned": .stepAbandoned(error(.abandoned)), "cancelled": .stepCancelled, "extra": .extraCompletionIgnored,
      "gap": .contentSet,
    ]
    let kind = words.last ?? ""
    return FlowEvent(
      sequence: kind == "gap" ? number + 1 : number, time: .zero,
      step: isStep && kind != "rest" ? parts[0] : nil, place: place,
      kind: kinds[kind] ?? .rested)
  }

  @Test(
    "Correct events break no law",
    arguments: ["completed", "failed", "superseded", "timeout", "abandoned", "cancelled"])
  func lawful(settlement: String) {
    #expect(
      Self.verdict("run", "a@1 began", "a@1 \(settlement)", "a@2 began", "a@2 completed", "rest", "end", "a@2 extra")
        == nil)
  }

  @Test("A run may be cancelled before it begins, but not completed")
  func cancelledBefore() {
    #expect(Self.verdict("cancel") == nil)
    #expect(Self.verdict("end") == "'F#1 completed' (visit 0 of run F#1) was reported for a run that has not begun.")
  }

  @Test("Each kind of incorrect event is reported as a violation")
  func unlawful() {
    #expect(
      Self.verdict("run", "a@1 began", "a@1 completed", "a@1 cancelled")
        == "'a cancelled' (visit 1 of run F#1) settles a visit that is not open.")
    #expect(
      Self.verdict("run", "a@1 began", "a@2 completed")
        == "'a completed' (visit 2 of run F#1) settles a visit that is not open.")
    #expect(
      Self.verdict("run", "a@1 began", "a@1/2 completed")
        == "'a completed' (visit 1 of run F#1, lane 2) settles a visit that is not open.")
    #expect(
      Self.verdict("run", "a@1 began", "b@1 began")
        == "'b began' (visit 1 of run F#1) begins a visit that is open.")
    #expect(
      Self.verdict("run", "a@1 began", "b@2 began", "end")
        == "'F#1 completed' (visit 0 of run F#1) was reported while step 'a' had not settled.")
    #expect(
      Self.verdict("run", "a@1 began", "end")
        == "'F#1 completed' (visit 0 of run F#1) was reported while step 'a' had not settled.")
    #expect(
      Self.verdict("run", "end", "a@1 began") == "'a began' (visit 1 of run F#1) was reported after the run's end.")
    #expect(
      Self.verdict("run", "end", "end") == "'F#1 completed' (visit 0 of run F#1) was reported after the run's end.")
    #expect(Self.verdict("run", "run") == "'F#1 run began' (visit 0 of run F#1) was reported twice.")
    #expect(
      Self.verdict("run", "a@1 gap")
        == "'a content' (visit 1 of run F#1) is number 3 and should be number 2.")
    #expect(Self.verdict("run") == "Run F#1 began, but its end was not reported.")
  }

  @Test("A step that changes its name during a visit counts as the same step")
  func renamed() {
    #expect(Self.verdict("run", "a@1 began", "renamed@1 completed", "end", watching: "a", made: 1) == nil)
    #expect(Self.verdict("run", "a@1 began", "renamed@1 completed", "end", "a@1 extra", watching: "a", made: 2) == nil)
  }

  @Test(
    "A screen may report again once for each rest of its coordinator's lane",
    arguments: ["a@3/1 completed", "a@3/1 failed"])
  func again(report: String) {
    func verdict(_ lines: String...) -> String? {
      let beginning = ["run", "c@1 began", "a@2/1 began", "a@2/1 completed", "x@2/1 rest"]
      return Self.verdict(beginning + lines + ["c@1 completed", "end"])
    }
    #expect(verdict(report) == nil)
    #expect(verdict(report, "x@3/1 rest", "a@4/1 completed") == nil)
    #expect(verdict(report, "a@4/1 completed")?.hasSuffix("settles a visit that is not open.") == true)
    #expect(verdict("a@2/1 completed")?.hasSuffix("settles a visit that is not open.") == true)
    #expect(verdict("a@3/1 cancelled")?.hasSuffix("settles a visit that is not open.") == true)
    #expect(verdict("a@3/2 completed")?.hasSuffix("settles a visit that is not open.") == true)
    #expect(
      Self.verdict("run", "a@1 began", "a@1 completed", "x@1 rest", "a@2 completed")?
        .hasSuffix("settles a visit that is not open.") == true)
  }

  @Test("A report without an event breaks a law, and so does an event without a report")
  func reports() {
    #expect(Self.verdict("run", "a@1 began", "a@1 completed", "end", "a@1 extra", watching: "a", made: 2) == nil)
    #expect(
      Self.verdict("run", "a@1 began", "a@1 failed", "end", watching: "a", made: 2)
        == "Answers to step 'a': 2 were given, 1 were reported.")
    #expect(Self.verdict("run", "a@1 began", "a@1 superseded", "end", watching: "a") == nil)
    #expect(
      Self.verdict("run", "a@1 began", "a@1 abandoned", "end", "a@1 extra", watching: "a")
        == "Answers to step 'a': 0 were given, 1 were reported.")
  }
}
