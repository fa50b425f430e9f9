import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Going back that is requested from outside the run.
@MainActor
struct GoingBackTests {
  let harness = GoingBackHarness()

  /// Starts a run of the steps a, b, and c.
  private func row() -> FlowRun {
    harness.startFlow { [harness] _ in harness.waiting("a", then: harness.waiting("b", then: harness.waiting("c"))) }
  }

  @Test("Going back while a step waits cancels its work, and undoes and restarts the step before it")
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

  @Test("After going back, a late report of the cancelled work is extra")
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

  @Test("Going back twice from outside goes back two steps")
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

  @Test("Going back past the first step cancels the run")
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

  @Test("Going back from the first step, before anything has completed, cancels the run")
  func fromTheFirst() {
    let run = row()
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines() == ["a stopped", "a cancelled", "F#1 cancelled", "= cancelled, 0 alive"])
  }

  @Test("Going back has no effect on a run that has ended")
  func ended() {
    let run = row()
    for identifier in ["a", "b", "c"] { harness.complete(identifier) }
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines() == [])
  }

  @Test("A run that goes back and is cancelled at the same time ends as cancelled", arguments: [false, true])
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
