import FlowChains
import FlowStateTesting
import TestSupport
import Testing

@testable import FlowState

/// Law 11: going back leads to the previous stop, and not past a final step.
@MainActor
struct StopTests {
  let harness = GoingBackHarness()

  /// A step that completes at once.
  private func automatic(_ identifier: String, then next: AnyFlowStep) -> FlowStep<Any, String> {
    let step = FlowStep(Any.self, String.self, identifier: identifier) { _ in
      let handler = FlowStepHandler(Any.self, String.self)
      handler.complete("done")
      return handler
    }
    step.setUndo { [trace = harness.trace] _, result in trace.note("undo \(identifier) = \(result ?? "nil")") }
    step.nextStep = next
    return step
  }

  private func stop(_ identifier: String, then next: AnyFlowStep? = nil) -> FlowStep<Any, String> {
    let step = harness.waiting(identifier, then: next)
    step.isStop = true
    return step
  }

  /// Starts a run of the screens `address` and `card`, with an automatic step between and one before.
  private func start(isQuoteFinal: Bool = false) -> FlowRun {
    harness.startFlow { [self] _ in
      let quote = automatic("quote", then: stop("card"))
      quote.isFinal = isQuoteFinal
      return automatic("load", then: stop("address", then: quote))
    }
  }

  @Test("Going back passes over automatic steps, which are undone, to the previous stop")
  func passesOver() {
    let run = start()
    harness.complete("address", "Ring 1")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(
      harness.takeLines() == [
        "card stopped", "card cancelled", "undo quote = done", "quote undone", "undo address() = Ring 1",
        "address undone", "back to address", "address()",
      ])
    // No stop is before the first one, although a step is.
    harness.goBack(run)
    #expect(
      harness.takeLines() == [
        "address stopped", "address cancelled", "undo load = done", "load undone", "F#1 cancelled",
        "= cancelled, 0 alive",
      ])
  }

  @Test("A stop inside an operator or a nested flow makes the step around it a stop")
  func inside() {
    let run = harness.startFlow { [self] _ in
      let inner = harness.flow("N") { [self] _ in stop("x") }.reversible()
      let nested = FlowStep(inner, identifier: "nested")
      nested.nextStep = automatic("quote", then: stop("card").map { $0 }.retry(attempts: 2))
      return automatic("load", then: nested)
    }
    harness.complete("x")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines().suffix(2) == ["back to nested", "x()"])
  }

  @Test("Going back by a number of stops counts stops only")
  func count() async throws {
    let run = harness.startFlow { [self] _ in
      stop("a", then: automatic("1", then: stop("b", then: automatic("2", then: stop("c")))))
    }
    harness.complete("a")
    harness.complete("b")
    _ = harness.takeLines()
    harness.queue.perform { #expect(run.run.refusal(to: .stops(3)) == .tooFewStops(3, run: run.id, available: 2)) }
    harness.queue.perform { #expect(run.run.refusal(to: .stops(0)) == .tooFewStops(0, run: run.id, available: 2)) }
    run.run.eventLoop.meetOrPost { run.run.goBack(to: .stops(2)) }
    harness.queue.play()
    #expect(harness.takeLines().suffix(2) == ["back to a", "a()"])
    #expect(
      FlowHistoryError.tooFewStops(3, run: run.id, available: 2).description
        == "Run F#1 cannot go back by 3 stops; it has 2 earlier stops.")
  }

  @Test("Going back past the first visit undoes all visits and ends the run, unless a final step is in the way")
  func pastFirst() {
    for isFinal in [false, true] {
      let harness = GoingBackHarness()
      harness.startFlow { scope in
        let (b, last) = (harness.waiting("b"), harness.waiting("last"))
        b.isFinal = isFinal
        b.nextStep = last
        last.setCompletion { step, _ in
          do { try step.goBackPastFirst() } catch { harness.trace.note("\(error)") }
          step.nextStep = harness.waiting("next")
        }
        return harness.waiting("a", then: b)
      }
      for step in ["a", "b"] { harness.complete(step) }
      _ = harness.takeLines()
      harness.complete("last")
      let lines = harness.takeLines()
      if isFinal {
        #expect(lines.contains { $0.contains("cannot go back past 'b', which is final") } && lines.last == "next()")
      } else {
        #expect(lines.filter { $0.hasPrefix("undo ") } == ["undo last() = LAST", "undo b() = B", "undo a() = A"])
        #expect(lines.last == "= cancelled, 0 alive")
      }
    }
  }

  @Test("Going back past a final step that has completed is refused, and the error names the step")
  func final() {
    let run = start(isQuoteFinal: true)
    harness.complete("address")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines() == ["no way back: Run F#1 cannot go back past 'quote', which is final."])
    harness.queue.perform {
      #expect(run.run.refusal(to: .step("address")) == .finalStep("quote", run: run.id))
      #expect(throws: FlowHistoryError.finalStep("quote", run: run.id)) { try run.run.wayBack(to: .previous) }
    }
    harness.complete("card")
    #expect(harness.takeLines().suffix(2) == ["F#1 completed", "= nil, 0 alive"])
  }

  @Test("A closure that goes back past a final step has no effect, and the run takes the next step that it has chosen")
  func refusedInClosure() {
    harness.startFlow { [self] scope in
      let pay = stop("pay")
      pay.isFinal = true
      let thanks = stop("thanks")
      pay.setCompletion { pay, _ in
        scope.goBack()
        #expect(!scope.canGoBack)
        pay.nextStep = thanks
      }
      return stop("cart", then: pay)
    }
    harness.complete("cart")
    _ = harness.takeLines()
    harness.complete("pay")
    #expect(
      harness.takeLines() == [
        "pay completed", "no way back: Run F#1 cannot go back past 'pay', which is final.", "thanks()",
      ])
  }

  @Test("A final step inside a nested flow refuses going back in the flow around it")
  func finalInside() {
    let run = harness.startFlow { [self] _ in
      let inner = harness.flow("N") { [self] _ in
        let pay = automatic("pay", then: stop("receipt"))
        pay.isFinal = true
        return pay
      }.reversible()
      return stop("cart", then: FlowStep(inner, identifier: "nested"))
    }
    harness.complete("cart")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines() == ["no way back: Run F#1 cannot go back past 'pay', which is final."])
  }

  @Test("A nested run whose own beginning is no way back because the outer run refuses stays where it is")
  func refusedOutside() {
    harness.startFlow { [self] _ in
      let inner = harness.flow("N") { [self] scope in
        let page = stop("page")
        page.setCompletion { _, result in if result == "back" { scope.goBack() } }
        return page
      }.reversible()
      let pay = automatic("pay", then: FlowStep(inner, identifier: "nested"))
      pay.isFinal = true
      return stop("cart", then: pay)
    }
    harness.complete("cart")
    _ = harness.takeLines()
    harness.complete("page", "back")
    #expect(harness.takeLines().contains("no way back: Run F#1 cannot go back past 'pay', which is final."))
  }

  @Test("The way back says what would be taken back and undone")
  func wayBack() {
    let run = start()
    harness.complete("address")
    harness.queue.perform {
      #expect(
        try! run.run.wayBack(to: .previous)
          == FlowWayBack(
            target: "address", steps: ["card", "quote", "address"], undone: ["quote", "address"]))
    }
    harness.goBack(run)
    harness.queue.perform {
      #expect(
        try! run.run.wayBack(to: .previous)
          == FlowWayBack(target: nil, steps: ["address", "load"], undone: ["load"]))
    }
  }

  @Test("A step that is gone back to has the result of the visit that was taken back until it completes again")
  func earlierResult() {
    let seen = LockedList<String?>()
    let run = harness.startFlow { [self] _ in
      let name = FlowStep(Any.self, String.self, identifier: "name") { [harness] step in
        seen.append(step.earlierResult)
        return harness.handler(of: "name")
      }
      name.isStop = true
      name.nextStep = stop("card", then: name)
      return name
    }
    harness.complete("name", "Ada")
    harness.goBack(run)
    harness.complete("name", "Bo")
    harness.complete("card")
    #expect(seen.all == [nil, "Ada", nil])
  }

  @Test("The limit of a history does not hide a final step that it has forgotten")
  func forgottenFinal() {
    let run = harness.startFlow(visits: 1) { [self] _ in
      let pay = stop("pay", then: stop("a", then: stop("b", then: stop("c"))))
      pay.isFinal = true
      return pay
    }
    for step in ["pay", "a", "b"] { harness.complete(step) }
    harness.goBack(run)
    #expect(harness.takeLines().suffix(2) == ["back to b", "b()"])
    harness.goBack(run)
    #expect(harness.takeLines() == ["no way back: Run F#1 cannot go back past 'pay', which is final."])
  }

  @Test("A step that requests to go back, and completes as a final step meanwhile, lets the run move on")
  func finalMeanwhile() {
    harness.startFlow { [self] scope in
      let pay = FlowStep(Any.self, String.self, identifier: "pay") { _ in
        scope.goBack()
        let handler = FlowStepHandler(Any.self, String.self)
        handler.complete("paid")
        return handler
      }
      pay.isFinal = true
      pay.nextStep = stop("thanks")
      return stop("cart", then: pay)
    }
    harness.complete("cart")
    #expect(
      harness.takeLines().suffix(3) == [
        "pay completed", "no way back: Run F#1 cannot go back past 'pay', which is final.", "thanks()",
      ])
  }

  @Test("A step that is final by its own closure stays so in a chain")
  func finalByItself() async throws {
    let chain = FlowChain("F") {
      FlowStepDeclaration(Any.self, String.self, identifier: "pay") { _ in
        let step = FlowStep(Any.self, String.self, identifier: "pay") { _ in nil }
        step.isFinal = true
        return step
      }
      FlowStepDeclaration(Any.self, String.self, identifier: "next") { _ in
        FlowStep(Any.self, String.self, identifier: "next") { step in
          #expect(!step.canGoBack)
          return nil
        }
      }
    }
    _ = try await Flow(chain, Any.self, String.self).reversible().run()
  }

  @Test("A run that has forgotten its stops ends when it goes back, and does not show an automatic step")
  func forgottenStops() {
    let run = harness.startFlow(visits: 1) { [self] _ in
      stop("a", then: automatic("1", then: automatic("2", then: harness.waiting("b"))))
    }
    harness.complete("a")
    _ = harness.takeLines()
    harness.goBack(run)
    #expect(harness.takeLines().suffix(2) == ["F#1 cancelled", "= cancelled, 0 alive"])
  }
}
