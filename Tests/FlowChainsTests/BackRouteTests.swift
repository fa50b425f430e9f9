import FlowChains
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A route that goes back.
struct BackRouteTests {
  private let trace = Trace()

  private func step(_ identifier: String) -> FlowStepDeclaration<Any, String> {
    FlowStepDeclaration(Any.self, String.self, identifier: identifier) { [trace] _ in
      trace.note(identifier)
      return identifier
    }
    .undoing { [trace] _ in trace.note("undo \(identifier)") }
  }

  /// Answers `no` as often as this, and then `yes`.
  private func question(_ refusals: Int) -> FlowStepDeclaration<Any, Bool> {
    let answers = Box(0)
    return FlowStepDeclaration(Any.self, Bool.self, identifier: "sure") { [answers] _ in
      answers.value += 1
      return answers.value > refusals
    }
  }

  @Test("A route after a result goes back to the previous stop, and the flow is reversible by itself")
  func result() async throws {
    let chain = FlowChain("F") {
      step("page").stop()
      step("quote")
      question(1).branching(["yes": .end, "no": .back]) { $0 == true ? "yes" : "no" }
    }
    _ = try await Flow(chain, Any.self, Bool.self).run()
    #expect(trace.take() == ["page", "quote", "undo quote", "undo page", "page", "quote"])
  }

  @Test("A route after a failure goes back")
  func failure() async throws {
    let failures = Box(0)
    let chain = FlowChain("F") {
      step("page").stop()
      FlowStepDeclaration(Any.self, String.self, identifier: "pay") { [failures] _ in
        failures.value += 1
        if failures.value == 1 { throw TestError() }
        return "paid"
      }
      .catching(.failure, to: .back)
    }
    #expect(try await Flow(chain, Any.self, String.self).run() == "paid")
    #expect(trace.take() == ["page", "undo page", "page"])
  }

  @Test(
    "A chain whose route back is refused because a final step completes beside it fails, with its own failure if it has one",
    arguments: [false, true])
  func refusedLate(afterFailure: Bool) {
    typealias Handler = FlowStepHandler<Any, String>
    let (queue, handlers, outcomes) = (ManualQueue(), LockedList<(String, Handler)>(), LockedList<String>())
    @Sendable func waiting(_ identifier: String) -> FlowStep<Any, String> {
      FlowStep(Any.self, String.self, identifier: identifier) { _ in
        let handler = Handler()
        handlers.append((identifier, handler))
        return handler
      }
    }
    let report = { @Sendable (identifier: String) in
      handlers.all.last { $0.0 == identifier }?.1.complete(identifier)
    }
    let asking = FlowStepDeclaration(Any.self, String.self, identifier: "ask") { _ in waiting("ask") }
    let chain = FlowChain("N") {
      afterFailure
        ? asking.catching(["back": .back]) { _ in
          report("pay")
          return "back"
        }
        : asking.branching(["back": .back]) { _ in
          report("pay")
          return "back"
        }
    }
    let run = Flow(Any.self, String.self, identifier: "F") { _ in
      let (first, pay) = (waiting("first"), waiting("pay"))
      pay.isFinal = true
      // The types of the chain are checked by other tests.
      if let nested = try? Flow(chain, Any.self, String.self) {
        first.nextStep = ConcurrentFlowStep(identifier: "both", steps: [FlowStep(nested, identifier: "nested"), pay])
      }
      return first
    }.reversible().on(queue).start { outcomes.append("\($0)") }
    queue.play()
    report("first")
    queue.play()
    if afterFailure { handlers.all.last { $0.0 == "ask" }?.1.fail(TestError("no answer")) } else { report("ask") }
    queue.play()
    let expected = afterFailure ? "no answer" : "cannot go back past 'pay', which is final"
    #expect(outcomes.all.first?.contains(expected) == true, "\(outcomes.all)")
    withExtendedLifetime(run) {}
  }

  @Test("A route back from the first stop ends the run as cancelled")
  func first() async throws {
    let chain = FlowChain("F") {
      step("load")
      question(1).branching(["yes": .end, "no": .back]) { $0 == true ? "yes" : "no" }.stop()
    }
    await #expect(throws: CancellationError.self) { try await Flow(chain, Any.self, Bool.self).run() }
    #expect(trace.take() == ["load", "undo load"])
  }

  @Test("A route back past a final step fails the run, and the error names the step", arguments: [true, false])
  func final(isAfterFailure: Bool) async throws {
    let question = FlowStepDeclaration(Any.self, Bool.self, identifier: "sure") { _ in
      if isAfterFailure { throw TestError() }
      return false
    }
    let chain = FlowChain("F") {
      step("page").stop()
      step("pay").final()
      isAfterFailure
        ? question.catching(.failure, to: .back)
        : question.branching(["yes": .end, "no": .back]) { $0 == true ? "yes" : "no" }
    }
    let error = await #expect(throws: FlowError.self) { try await Flow(chain, Any.self, Bool.self).run() }
    let cause = try #require(error?.cause)
    #expect(
      "\(cause)" == (isAfterFailure ? "\(TestError())" : "Run F#1 cannot go back past 'pay', which is final."))
    #expect(trace.take() == ["page", "pay", "undo pay", "undo page"])
  }

  @Test("A path ends at a route back, and a check of all paths passes")
  func paths() async throws {
    let chain = FlowChain("F") {
      step("page").stop()
      question(1).branching(["yes": .end, "no": .back]) { $0 == true ? "yes" : "no" }
    }
    #expect(chain.validate().isEmpty)
    #expect(Array(chain.paths()).count == 2)
  }

  @Test("The undo of a declaration replaces that of the step that it makes")
  func declaredUndo() async throws {
    let trace = Trace()
    let reserve = FlowStepDeclaration(Any.self, Int.self, identifier: "reserve") { _ in
      let step = FlowStep(Any.self, Int.self, identifier: "reserve") { _ in
        let handler = FlowStepHandler(Any.self, Int.self)
        handler.complete(7)
        return handler
      }
      step.setUndo { _, _ in trace.note("the step's") }
      return step
    }.undoing { room in trace.note("declared \(room ?? 0)") }
    let fail = FlowStepDeclaration(Any.self, Int.self, identifier: "fail") { _ in throw TestError() }
    let flow = try Flow(
      FlowChain("F") {
        reserve; fail
      }, Any.self, Int.self)
    await #expect(throws: FlowError.self) { try await flow.run() }
    #expect(trace.lines == ["declared 7"])
  }
}
