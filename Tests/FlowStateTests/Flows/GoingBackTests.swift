import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A reversible run goes back, asked from outside.
@MainActor
struct GoingBackTests {
  let harness = GoingBackHarness()

  /// a, b, c in a row.
  private func row() -> FlowRun {
    harness.startFlow { [harness] _ in harness.waiting("a", then: harness.waiting("b", then: harness.waiting("c"))) }
  }

  @Test("while a step waits: its work is stopped, the step before is undone and starts again")
  func waiting() {
    let run = row()
    harness.complete("a")
    harness.complete("b")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines() == ["c stopped", "c cancelled", "undo b() = B", "b undone", "back to b", "b()"])
    harness.complete("b", "again")
    harness.complete("c")
    #expect(harness.takeLines() == ["b completed", "c()", "c completed", "F#1 completed", "= nil, 0 alive"])
  }

  @Test("what the work that was left reports later is ignored and told")
  func lateReport() throws {
    let run = row()
    harness.complete("a")
    let late = try #require(harness["b"])
    harness.goBack(run)
    _ = harness.takeLines()
    late.complete("late")
    late.fail(TestError())
    harness.queue.play()
    #expect(harness.takeLines() == ["b extra", "b extra"])
    harness.complete("a")
    #expect(harness.takeLines() == ["a completed", "b()"])
  }

  @Test("twice from outside are two steps")
  func twice() {
    let run = row()
    harness.complete("a")
    harness.complete("b")
    _ = harness.takeLines()
    run.goBack()
    run.goBack()
    harness.queue.play()
    #expect(
      harness.takeLines() == [
        "c stopped", "c cancelled", "undo b() = B", "b undone", "back to b", "b()", "b stopped", "b cancelled",
        "undo a() = A", "a undone", "back to a", "a()",
      ])
  }

  @Test("past the first step: what has completed is undone and the run ends as cancelled")
  func pastTheFirst() {
    let run = row()
    harness.complete("a")
    harness.goBack(run)
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines() == ["a stopped", "a cancelled", "F#1 cancelled", "= cancelled, 0 alive"])
    harness.goBack(run)
    #expect(harness.takeLines() == [])
  }

  @Test("from the very first step, before anything has completed")
  func fromTheFirst() {
    let run = row()
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines() == ["a stopped", "a cancelled", "F#1 cancelled", "= cancelled, 0 alive"])
  }

  @Test("a run that has ended stays as it is")
  func ended() {
    let run = row()
    for identifier in ["a", "b", "c"] { harness.complete(identifier) }
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines() == [])
  }

  @Test("a run that is cancelled at the same time is cancelled", arguments: [false, true])
  func cancelledToo(first: Bool) {
    let run = row()
    harness.complete("a")
    _ = harness.takeLines()
    if first { run.cancel() }
    run.goBack()
    if !first { run.cancel() }
    harness.queue.play()
    let end = ["F#1 cancelled", "= cancelled, 0 alive"]
    let back = ["undo a() = A", "a undone", "back to a", "a()", "a stopped", "a cancelled"]
    #expect(harness.takeLines() == ["b stopped", "b cancelled"] + (first ? [] : back) + end)
  }
}
