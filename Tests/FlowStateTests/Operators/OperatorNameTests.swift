import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A step that an operator makes keeps the name of the step that it wraps.
struct OperatorNameTests {
  let harness = FlowHarness()

  @Test("Every operator's step has the name of the step that it wraps", arguments: OperatorUnderTest.allCases)
  func name(operation: OperatorUnderTest) {
    let step = operation.apply(to: FlowStep(identifier: "Address") { _ in nil }, objects: harness.objects)
    #expect(step.identifier == "Address")
    #expect(step.timeout(.seconds(1)).retry(attempts: 2).identifier == "Address")
  }

  @Test("Events name the operator beside the step")
  func events() {
    let recorder = FlowRecorder()
    Flow(Any.self, Any.self, identifier: "F") { _ in
      FlowStep(Any.self, Any.self, identifier: "Address") { _ in nil }.timeout(.seconds(1)).retry(attempts: 2)
    }.observed(by: recorder).on(harness.queue).start()
    harness.queue.play()
    let steps = recorder.events.filter { if case .stepBegan = $0.kind { true } else { false } }
    #expect(steps.map(\.step) == ["Address", "Address", "Address"])
    #expect(steps.map(\.wrapper) == [.retry, .timeout, nil])
    #expect(LineObserver.line(for: steps[0]).hasSuffix("Address (retry) began"))
  }

  @Test("A run can go back by name to a step that operators wrap")
  func goingBack() throws {
    let names = LockedList<String>()
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let address = FlowStep(Any.self, String.self, identifier: "Address") { _ in
        names.append("Address")
        return nil
      }.timeout(.seconds(9)).retry(attempts: 2)
      let payment = FlowStep(Any.self, String.self, identifier: "Payment") { _ in
        names.append("Payment")
        return nil
      }
      payment.setCompletion { _, _ in
        scope.result = "paid"
        if names.all.count < 4 { #expect(throws: Never.self) { try scope.goBack(to: "Address") } }
      }
      address.nextStep = payment
      return address
    }
    let outcome = LockedList<String>()
    flow.reversible().on(harness.queue).start {
      if case .completed(let result) = $0 { outcome.append(result ?? "nil") }
    }
    harness.queue.play()
    #expect(names.all == ["Address", "Payment", "Address", "Payment"])
    #expect(outcome.all == ["paid"])
  }

  @Test("A script answers the wrapped step, and the operators apply to its answers")
  func scripted() {
    let script: FlowScript = ["Address": [.failure(TestError("lost")), .never, .result("Main Street")]]
    let outcome = LockedList<String>()
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let address = FlowStep(Any.self, String.self, identifier: "Address") { _ in nil }
        .timeout(.seconds(1)).retry(attempts: 3)
      address.setCompletion { _, street in scope.result = street }
      return address
    }
    flow.on(harness.queue).timed(by: harness.clock).scripted(by: script).start {
      if case .completed(let street?) = $0 { outcome.append(street) }
    }
    harness.queue.play()
    harness.advance(by: .seconds(1))
    #expect(outcome.all == ["Main Street"])
    #expect(script.startCount(of: "Address") == 3)
  }

  @Test("An operator's step with a name of its own counts as a separate step")
  func renamed() {
    let recorder = FlowRecorder()
    Flow(Any.self, Any.self, identifier: "F") { _ in
      let step = FlowStep(Any.self, Any.self, identifier: "Ask") { _ in nil }.retry(attempts: 2)
      step.identifier = "Address"
      return step
    }.observed(by: recorder).on(harness.queue).start()
    harness.queue.play()
    #expect(recorder.events.compactMap(\.step) == ["Address", "Ask", "Ask", "Address"])
    #expect(recorder.events.allSatisfy { $0.wrapper == nil })
  }

  @Test("A step that twenty thousand operators wrap keeps its name")
  func oneName() {
    var step = FlowStep(Any.self, Any.self, identifier: "Address") { _ in nil }
    for _ in 0..<20_000 { step = step.map { $0 } }
    #expect(step.identifier == "Address")
  }
}
