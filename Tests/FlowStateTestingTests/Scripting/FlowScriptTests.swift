import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The effects of a script's answers on a chain of steps.
struct FlowScriptTests {
  let harness = FlowHarness(clockPlaysQueue: true)
  let script = FlowScript()

  /// A flow whose steps must not do their own work: `a` gives its result to `b`, whose result the flow yields.
  var flow: Flow<Any, String> {
    harness.recordedFlow { [recorder = harness.recorder] scope in
      func step(_ identifier: String) -> FlowStep<String, String> {
        FlowStep(String.self, String.self, identifier: identifier) { step in
          recorder.note("own work of \(identifier)")
          let handler = FlowStepHandler(String.self, String.self)
          handler.complete("own")
          return handler
        }
      }
      let (a, b) = (step("a"), step("b"))
      a.setCompletion { step, result in
        recorder.note("a(\(result ?? "nil"))")
        b.content = result
        step.nextStep = b
      }
      b.setCompletion { step, result in scope.result = "\(step.content ?? "nil") \(result ?? "nil")" }
      return a
    }
    .scripted(by: script)
  }

  @Test("Scripted results replace the steps' own work")
  func results() {
    script.answer("a", with: .result("A"))
    script.answer("b", with: .result("B"))
    harness.start(flow)
    #expect(
      harness.recorder.lines == [
        "F#1 run began", "a began", "a completed", "a(A)", "b content", "b began", "b completed", "rest",
        "F#1 completed", "= A B",
      ])
  }

  @Test("A step does its own work if the script doesn't name it, or if the script says so")
  func ownWork() {
    script.answer("a", with: .ownWork, .result("A"))
    harness.start(flow)
    harness.start(flow)
    #expect(harness.recorder.lines.filter { $0.hasPrefix("= ") } == ["= own own", "= A own"])
    #expect(harness.recorder.lines.filter { $0.hasPrefix("own work") }.count == 3)
  }

  @Test("A script can answer a step with no result and with nil")
  func noResult() {
    script.answer("a", with: .noResult)
    script.answer("b", with: .result(String?.none))
    harness.start(flow)
    #expect(harness.recorder.lines.last == "= nil nil")
  }

  @Test("A scripted failure ends the run with its cause")
  func failure() throws {
    script.answer("a", with: .failure(TestError()))
    let error = Box<(any Error)?>(nil)
    flow.start { if case .failed(let found) = $0 { error.value = found } }
    harness.queue.play()
    let found = try #require(error.value as? FlowError)
    #expect(found.description == "Step 'a' failed (visit 1 of run F#1): mishap")
    #expect(found.cause is TestError)
    #expect(harness.recorder.lines == ["F#1 run began", "a began", "a failed: mishap", "F#1 failed"])
  }

  @Test("Successive starts of a step get successive answers, and further starts get the last one")
  func successive() {
    script.answer("a", with: .failure(TestError("1")), .failure(TestError("2")))
    let recorder = harness.recorder
    let flow = harness.recordedFlow { _ in
      let a = FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
      var attempts = 0
      a.setFailure { _ in
        attempts += 1
        return attempts < 4 ? .retry : .fail
      }
      return a
    }
    harness.start(flow.scripted(by: script))
    #expect(
      recorder.lines.filter { $0.contains("failed") }
        == ["a failed: 1", "a failed: 2", "a failed: 2", "a failed: 2", "F#1 failed"])
    #expect(script.startCount(of: "a") == 4)
  }

  @Test("Answers can be replaced while a run waits")
  func setAnew() {
    script.answer("a", with: .after(.seconds(1), .result("A")))
    script.answer("b", with: .result("old"))
    harness.start(flow)
    script.answer("b", with: .result("new"))
    harness.clock.advanceToNextTimer()
    #expect(harness.recorder.lines.last == "= A new")
  }

  @Test("A script counts the starts of all steps in all runs, and lists names that haven't started")
  func counts() {
    script.answer("b", with: .result("B"))
    script.answer("c", with: .result("C"))
    script.answer("Aa", with: .result("C"))
    #expect(script.stepsNotStarted == ["Aa", "b", "c"])
    harness.start(flow)
    harness.start(flow)
    #expect(script.startCount(of: "a") == 2)
    #expect(script.startCount(of: "b") == 2)
    #expect(script.startCount(of: "c") == 0)
    #expect(script.stepsNotStarted == ["Aa", "c"])
  }

  @Test("A scripted result is made for each start, on the run's queue, and needn't be Sendable")
  func madeForEachStart() {
    final class Page {
      var number = 0
    }
    let queue = harness.queue
    let script = FlowScript(["page": [.result(onQueue(queue) { Page() })]])
    let recorder = harness.recorder
    let flow = harness.recordedFlow { _ in
      let page = FlowStep(Any.self, Page.self, identifier: "page") { _ in nil }
      var turns = 0
      page.setCompletion { step, page in
        page?.number += 1
        recorder.note("\(page?.number ?? 0)")
        turns += 1
        step.nextStep = turns < 2 ? step : nil
      }
      return page
    }
    harness.start(flow.scripted(by: script))
    #expect(recorder.lines.filter { $0 == "1" }.count == 2)
  }

  @Test("An optional result distinguishes nil from no result")
  func optionalResult() {
    let recorder = harness.recorder
    let script = FlowScript(["a": [.result(Int?.none), .noResult, .result(7), .result(Int?.some(8))]])
    let flow = harness.recordedFlow { _ in
      let a = FlowStep(Any.self, Int?.self, identifier: "a") { _ in nil }
      a.setCompletion { _, result in
        switch result {
        case .some(let value): recorder.note("value \(value.map(String.init) ?? "nil")")
        case .none: recorder.note("no result")
        }
      }
      return a
    }
    .scripted(by: script)
    for _ in 0..<4 { harness.start(flow) }
    #expect(
      recorder.lines.filter { $0.contains("value") || $0 == "no result" } == [
        "value nil", "no result", "value 7", "value 8",
      ])
  }

  @Test("Concurrent runs can share one script")
  func manyRuns() async throws {
    script.answer("a", with: .result("A"))
    script.answer("b", with: .result("B"))
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let a = FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
      a.setCompletion { _, result in scope.result = result }
      return a
    }
    .scripted(by: script)
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<50 { group.addTask { try await flow.run() } }
      for try await result in group { #expect(result == "A") }
    }
    #expect(script.startCount(of: "a") == 50)
  }

  @Test("A script can have a hundred thousand answers for one step")
  func manyAnswers() async {
    let sum = await onThread {
      let count = trials(100_000, few: 10_000)
      let add = FlowScript(["Add": (0..<count).map { .result($0) }])
      let total = Box(0)
      let flow = Flow(Any.self, Int.self, identifier: "Sum") { _ in
        let step = FlowStep(Any.self, Int.self, identifier: "Add") { _ in nil }
        step.setCompletion { step, number in
          total.value += number ?? 0
          step.nextStep = number == count - 1 ? nil : step
        }
        return step
      }
      let queue = ManualQueue()
      flow.on(queue).scripted(by: add).start()
      queue.play()
      return (total.value, add.startCount(of: "Add"), count)
    }
    #expect(sum.0 == sum.2 * (sum.2 - 1) / 2)
    #expect(sum.1 == sum.2)
  }
}

private func onQueue<Value>(_ queue: ManualQueue, _ make: () -> Value) -> Value {
  #expect(queue.isCurrent)
  return make()
}
