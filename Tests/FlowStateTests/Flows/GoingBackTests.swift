import FlowState
import FlowStateTesting
import Testing

/// A reversible run goes back, asked from outside.
@MainActor
struct GoingBackTests {
  let journey = Journey()

  /// a, b, c in a row.
  private func row() -> FlowRun {
    journey.begin { [journey] _ in journey.place("a", then: journey.place("b", then: journey.place("c"))) }
  }

  @Test("while a step waits: its work is stopped, the step before is undone and starts again")
  func waiting() {
    let run = row()
    journey.complete("a")
    journey.complete("b")
    _ = journey.read()
    journey.goBack(run)
    #expect(journey.read() == ["c stopped", "c cancelled", "undo b() = B", "b undone", "back to b", "b()"])
    journey.complete("b", "again")
    journey.complete("c")
    #expect(journey.read() == ["b completed", "c()", "c completed", "F#1 completed", "= nil, 0 alive"])
  }

  @Test("what the work that was left reports later is ignored and told")
  func lateReport() throws {
    let run = row()
    journey.complete("a")
    let late = try #require(journey["b"])
    journey.goBack(run)
    _ = journey.read()
    late.complete("late")
    late.fail(Mishap())
    journey.queue.play()
    #expect(journey.read() == ["b extra", "b extra"])
    journey.complete("a")
    #expect(journey.read() == ["a completed", "b()"])
  }

  @Test("twice from outside are two steps")
  func twice() {
    let run = row()
    journey.complete("a")
    journey.complete("b")
    _ = journey.read()
    run.goBack()
    run.goBack()
    journey.queue.play()
    #expect(
      journey.read() == [
        "c stopped", "c cancelled", "undo b() = B", "b undone", "back to b", "b()", "b stopped", "b cancelled",
        "undo a() = A", "a undone", "back to a", "a()",
      ])
  }

  @Test("past the first step: what has completed is undone and the run ends as cancelled")
  func pastTheFirst() {
    let run = row()
    journey.complete("a")
    journey.goBack(run)
    _ = journey.read()
    journey.goBack(run)
    #expect(journey.read() == ["a stopped", "a cancelled", "F#1 cancelled", "= cancelled, 0 alive"])
    journey.goBack(run)
    #expect(journey.read() == [])
  }

  @Test("from the very first step, before anything has completed")
  func fromTheFirst() {
    let run = row()
    _ = journey.read()
    journey.goBack(run)
    #expect(journey.read() == ["a stopped", "a cancelled", "F#1 cancelled", "= cancelled, 0 alive"])
  }

  @Test("a run that has ended stays as it is")
  func ended() {
    let run = row()
    for identifier in ["a", "b", "c"] { journey.complete(identifier) }
    _ = journey.read()
    journey.goBack(run)
    #expect(journey.read() == [])
  }

  @Test("a run that is cancelled at the same time is cancelled", arguments: [false, true])
  func cancelledToo(first: Bool) {
    let run = row()
    journey.complete("a")
    _ = journey.read()
    if first { run.cancel() }
    run.goBack()
    if !first { run.cancel() }
    journey.queue.play()
    let end = ["F#1 cancelled", "= cancelled, 0 alive"]
    let back = ["undo a() = A", "a undone", "back to a", "a()", "a stopped", "a cancelled"]
    #expect(journey.read() == ["b stopped", "b cancelled"] + (first ? [] : back) + end)
  }
}
