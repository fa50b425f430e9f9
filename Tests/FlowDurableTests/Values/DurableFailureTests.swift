import DurableTestSupport
import FlowChains
import FlowJSON
import FlowState
import FlowStateTesting
import Testing

@testable import FlowDurable

/// The text about a failed step of a durable run.
struct DurableFailureTests {
  private static let place = FlowPlace(run: FlowRunID(flow: "order", number: 17), lane: 0, visit: 2)

  @Test(
    "The description of a failure names its step once",
    arguments: [
      (FlowError.Reason.failed(Declined()), "Step 'charge' failed: The bank declined the payment."),
      (
        .failed(StepInterrupted(step: "charge", key: "order/#17/charge#1")),
        "Step 'charge' runs at most once, and its process ended during order/#17/charge#1. Its work may have happened."
      ),
      (.timedOut(after: .seconds(3)), "Step 'charge' timed out: it had not ended after 3.0 seconds."),
      (
        .abandoned,
        """
        Step 'charge' was abandoned (visit 2 of run order#17): the last owner of its handler released it without completing \
        it.
        """
      ),
    ])
  func texts(_ reason: FlowError.Reason, _ text: String) {
    let recorded = RecordedFailure(FlowError(step: "charge", place: Self.place, reason: reason))
    #expect("\(DurableFailure(recorded, of: "charge"))" == text)
    // Inside a `FlowError`, the error itself names the step.
    #expect("\(DurableFailure(recorded))" == recorded.text)
  }

  @Test func `A failure that is thrown again is the failure of the later step`() {
    let first = DurableFailure(type: "Declined", text: "No.", step: "charge")
    let again = RecordedFailure(FlowError(step: "apology", place: Self.place, reason: .failed(first)))
    #expect(again == RecordedFailure(type: "Declined", text: "No."))
    #expect("\(DurableFailure(again, of: "apology"))" == "Step 'apology' failed: No.")
  }

  /// A run that has failed, and undoes its visits.
  private static let failing: [FlowRecord] = {
    var settled = FlowRecord.Settled(step: "accept", visit: 1)
    settled.destination = "charge"
    var failed = FlowRecord.Settled(step: "charge", visit: 1)
    failed.failure = RecordedFailure(type: "Declined", text: "No.")
    return [
      FlowRecord(.began(.init(NewRun(flow: "order")))), FlowRecord(.settled(settled)), FlowRecord(.settled(failed)),
    ]
  }()

  @Test func `A snapshot keeps the step that failed, and can be read without one`() throws {
    let course = try RunCourse(Self.failing, RunCourse.Rules(undoesFailure: true))
    #expect(course.undoing?.aim == .failed(RecordedFailure(type: "Declined", text: "No."), of: "charge"))
    var restored = RunCourse()
    try restored.apply(course.snapshot)
    #expect(restored.undoing == course.undoing)
    // Older snapshots don't name the step.
    let old = course.snapshot.json.jsonText.replacing(#""of":"charge""#, with: #""was":"charge""#)
    try restored.apply(try FlowRecord(json: try JSONValue(parsing: old)))
    #expect(restored.undoing?.aim == .failed(RecordedFailure(type: "Declined", text: "No."), of: nil))
  }

  @Test func `The events of a run that failed name the step`() async throws {
    let life = DurableLife()
    let flow = try textFlow {
      append("a")
      text("b") { _, _ in throw Declined() }
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    guard case .failed(let error as DurableFailure) = try await run.outcome() else {
      Issue.record("The run hasn't failed.")
      return
    }
    #expect(error == DurableFailure(type: "Declined", text: "The bank declined the payment.", step: "b"))
    let events = try await run.summary().events(from: life.records(of: run.number))
    guard case .runEnded(.failed(let failed as FlowError))? = events.last?.kind else {
      Issue.record("The last event isn't the failure.")
      return
    }
    #expect(failed.step == "b")
  }
}
