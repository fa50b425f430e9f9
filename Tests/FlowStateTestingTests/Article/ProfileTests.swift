// The tests that the article TestingAFlow.md shows; ArticleTests compares the two.
// ARTICLE ▸ test
import FlowState
import FlowStateTesting
import Testing

struct ProfileTests {
  let queue = ManualQueue()
  let recorder = FlowRecorder()
  let leaks = LeakCheck()

  @Test func `a download that fails is tried again a second later`() throws {
    let clock = ManualClock(playing: queue)
    let script = FlowScript([
      "Download": [.failure(Offline()), .result("Al")],
      "Edit": [.after(.seconds(5), .result("Bo"))],
    ])
    profile.on(queue).timed(by: clock).observed(by: recorder).scripted(by: script).watched(by: leaks)
      .start { [recorder] outcome in
        if case .completed(let name?) = outcome { recorder.note("the new name is \(name)") }
      }

    queue.play()
    #expect(
      recorder.take() == [
        "Profile#1 run began", "Download began", "Download failed: Offline()", "Download waits 1.0 seconds",
      ])

    clock.advance(by: .seconds(1))
    #expect(recorder.take() == ["Download began", "Download completed", "Edit content", "Edit began"])

    #expect(clock.advanceToNextTimer() == .seconds(5))
    #expect(
      recorder.text == """
        Edit completed
        rest
        Profile#1 completed
        the new name is Bo
        """)

    #expect(script.starts(of: "Download") == 2)
    try leaks.requireNothingAlive()
  }
}
// ◂ ARTICLE

extension ProfileTests {
  // ARTICLE ▸ cancel
  @Test func `leaving while the person types ends the run`() throws {
    let script: FlowScript = ["Download": [.result("Al")], "Edit": [.never]]
    let run = profile.on(queue).observed(by: recorder).scripted(by: script).watched(by: leaks).start()
    queue.play()
    recorder.take()

    run.cancel()
    queue.play()
    #expect(recorder.lines == ["Edit cancelled", "Profile#1 cancelled"])
    try leaks.requireNothingAlive()
  }
  // ◂ ARTICLE

  // ARTICLE ▸ hand
  @Test func `a second answer does not start anything twice`() {
    let handler = FlowStepHandler(Any.self, String.self)
    let flow = Flow(Any.self, String.self, identifier: "Ask") { _ in
      let ask = FlowStep(Any.self, String.self, identifier: "Ask") { _ in handler }
      ask.nextStep = FlowStep(Any.self, String.self, identifier: "Show") { _ in nil }
      return ask
    }
    flow.on(queue).observed(by: recorder).start()
    queue.play()  // to where the flow waits

    handler.complete("yes")
    handler.complete("yes, really")  // a double tap
    #expect(recorder.take() == ["Ask#1 run began", "Ask began"])  // nothing happens until the queue is played

    queue.playOne()  // what has arrived is delivered
    #expect(
      recorder.lines == [
        "Ask extra", "Ask completed", "Show began", "Show completed", "rest", "Ask#1 completed",
      ])
  }
  // ◂ ARTICLE

  @Test func `without a script the steps do their own work`() throws {
    profile.on(queue).observed(by: recorder).start()
    queue.play()
    #expect(recorder.lines.contains("Edit content"))
    #expect(recorder.lines.last == "Profile#1 completed")
  }
}
