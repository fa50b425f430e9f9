import Dispatch
import FlowState
import TestSupport
import Testing

/// Law 9 without failure routes: a failure ends the run and is thrown with the step's name and cause.
struct FailureTests {
  static func failing(_ identifier: String = "Fetch", on queue: DispatchQueue? = nil) -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: "Load", on: queue) { scope in
      scope.result = "not to be seen"
      let first = FlowStep(Any.self, String.self, identifier: "first") { _ in nil }
      first.nextStep = FlowStep(Any.self, String.self, identifier: identifier) { _ in
        let handler = FlowStepHandler(Any.self, String.self)
        DispatchQueue.global().async { handler.fail(TestError("no net")) }
        return handler
      }
      return first
    }
  }

  @Test("The run method throws an error that names the step and keeps its cause")
  func thrownByRun() async throws {
    let error = try #require(await #expect(throws: FlowError.self) { try await FailureTests.failing().run() })
    #expect(error.step == "Fetch")
    #expect(error.cause as? TestError == TestError("no net"))
    #expect(error.place.description == "visit 2 of run Load#1")
    #expect(error.description == "Step 'Fetch' failed (visit 2 of run Load#1): no net")
  }

  @Test("The runAndWait method throws an error that names the step")
  func thrownByWaiting() throws {
    let error = try #require(#expect(throws: FlowError.self) { try FailureTests.failing().runAndWait() })
    #expect("\(error)" == "Step 'Fetch' failed (visit 2 of run Load#1): no net")
  }

  @Test("The start method reports an error that names the step")
  func toldByStart() async throws {
    let text = try await patiently("The run did not fail") { resume in
      FailureTests.failing().start { outcome in
        if case .failed(let error) = outcome { resume("\(error)") }
      }
    }
    #expect(text == "Step 'Fetch' failed (visit 2 of run Load#1): no net")
  }

  @Test("A failure inside the intent fails the step, even after a completion", arguments: [false, true])
  func early(isKept: Bool) throws {
    let kept = LockedList<FlowStepHandler<Any, String>>()
    let flow = Flow(Any.self, String.self, identifier: "Load") { _ in
      let step = FlowStep(Any.self, String.self, identifier: "Fetch") { _ in
        let handler = FlowStepHandler(Any.self, String.self)
        if isKept { kept.append(handler) }
        handler.complete("a result that is taken back")
        handler.fail(TestError("no net"))
        return handler
      }
      step.setCompletion { _, _ in Issue.record("A failed step has no completion.") }
      return step
    }
    let error = try #require(#expect(throws: FlowError.self) { try flow.runAndWait() })
    #expect("\(error)" == "Step 'Fetch' failed (visit 1 of run Load#1): no net")
  }

  @Test("A completion inside the intent replaces an earlier failure")
  func takenBack() throws {
    let flow = Flow(Any.self, String.self, identifier: "Load") { scope in
      let step = FlowStep(Any.self, String.self, identifier: "Fetch") { _ in
        let handler = FlowStepHandler(Any.self, String.self)
        handler.fail(TestError())
        handler.complete("after all")
        return handler
      }
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    #expect(try flow.runAndWait() == "after all")
  }

  @Test("An abandoned step fails the run with an error that names the step")
  func abandoned() throws {
    let flow = Flow(Any.self, String.self, identifier: "Load") { _ in
      FlowStep(Any.self, String.self, identifier: "Fetch") { _ in FlowStepHandler(Any.self, String.self) }
    }
    let error = try #require(#expect(throws: FlowError.self) { try flow.runAndWait() })
    #expect(error.cause == nil)
    let text = "Step 'Fetch' was abandoned (visit 1 of run Load#1): "
    #expect("\(error)" == text + "the last owner of its handler released it without completing it.")
  }

  @Test("A step that is started again while it waits fails as superseded, and the error names it")
  func superseded() throws {
    let kept = LockedList<FlowStepHandler<Any, String>>()
    let flow = Flow(Any.self, String.self, identifier: "Load") { _ in
      let shared = FlowStep(Any.self, String.self, identifier: "Shared") { _ in
        kept.appendHandler()
      }
      return ConcurrentFlowStep(identifier: "both", steps: [shared, shared])
    }
    let error = try #require(#expect(throws: FlowError.self) { try flow.runAndWait() })
    let cause = try #require(error.cause as? FlowError)
    #expect(error.step == "both")
    let text = "Step 'Shared' was superseded (visit 2 of run Load#1, lane 1): "
    #expect("\(cause)" == text + "it was started again, or its handler was returned again, while it waited.")
  }

  @Test("The description of a place names its run, visit, and lane")
  func places() {
    let run = FlowRunID(flow: "Load", number: 3)
    #expect("\(run)" == "Load#3")
    #expect("\(FlowPlace(run: run, lane: 0, visit: 4))" == "visit 4 of run Load#3")
    #expect("\(FlowPlace(run: run, lane: 2, visit: 4))" == "visit 4 of run Load#3, lane 2")
  }
}
