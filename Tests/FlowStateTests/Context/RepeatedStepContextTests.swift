import FlowState
import TestSupport
import Testing

/// Going back restores the changes of a step that worked more than once: after going back to it, or in several
/// attempts.
struct RepeatedStepContextTests {
  private enum Coupon: FlowContextKey<String> {}

  private struct Refused: Error {}

  @Test("Going back repeatedly to a step restores a key that it changes each time")
  func changedAgain() throws {
    let trace = Trace()
    let flow = Flow(Any.self, Void.self, identifier: "F") { _ in
      var rounds = 0
      let choose = FlowStep(Any.self, Void.self, identifier: "choose") { step in
        trace.note("choose finds \(step.context[Coupon.self] ?? "nothing")")
        return nil
      }
      let pay = FlowStep(Any.self, Void.self, identifier: "pay") { _ in nil }
      choose.setCompletion { step, _ in
        rounds += 1
        step.context[Coupon.self] = "round \(rounds)"
      }
      choose.nextStep = pay
      pay.setCompletion { step, _ in
        // A change of the visit that the run leaves must not hide the next change.
        step.context[Coupon.self] = "paid \(rounds)"
        if rounds < 4 { step.goBack() }
      }
      return choose
    }.reversible()
    _ = try flow.runAndWait()
    #expect(trace.take() == Array(repeating: "choose finds nothing", count: 4))
  }

  @Test("Going back to a retried step restores the changes of its failed attempts", arguments: 1...3)
  func failedAttempts(failures: Int) throws {
    let trace = Trace()
    let flow = Flow(Any.self, Void.self, identifier: "F") { _ in
      var (attempts, returns) = (0, 0)
      let choose = FlowStep(Any.self, Void.self, identifier: "choose") { _ in nil }
      let pay = FlowStep(Any.self, Void.self, identifier: "pay") { step in
        let coupon = step.context[Coupon.self] ?? "nothing"
        if attempts % (failures + 1) == 0 { trace.note("pay finds \(coupon)") }
        attempts += 1
        step.context[Coupon.self] = "attempt \(attempts)"
        let handler = FlowStepHandler(Any.self, Void.self)
        if attempts % (failures + 1) == 0 { handler.complete(nil) } else { handler.fail(Refused()) }
        return handler
      }
      let thank = FlowStep(Any.self, Void.self, identifier: "thank") { _ in nil }
      choose.setCompletion { step, _ in step.context[Coupon.self] = "HALF" }
      choose.nextStep = pay
      pay.setFailure { _ in .retry }
      pay.nextStep = thank
      thank.setCompletion { step, _ in
        returns += 1
        if returns < 3 { step.goBack() }
      }
      return choose
    }.reversible()
    _ = try flow.runAndWait()
    #expect(trace.take() == Array(repeating: "pay finds HALF", count: 3))
  }
}
