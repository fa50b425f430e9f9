import FlowChains
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Routes of declared steps: labels that are cases of an enumeration, and routes after failures.
struct ChainRouteTests {
  typealias Steps = SampleSteps

  enum Choice: CaseIterable { case edit, quit }
  struct Declined: Error {}

  private func trace(_ chain: FlowChain) throws -> [String] {
    let recorder = FlowRecorder([])
    _ = try? Flow(chain, Any.self, Any.self).observed(by: recorder).runAndWait()
    return recorder.lines
  }

  private func began(_ chain: FlowChain) throws -> [String] {
    try trace(chain).filter { $0.hasSuffix(" began") && !$0.contains("run") }.map { String($0.dropLast(6)) }
  }

  // MARK: Enumerations

  @Test("Cases of an enumeration are route labels, with targets from a list or a switch")
  func cases() throws {
    let list = Steps.free("menu").branching([Choice.edit: .step("edit"), .quit: .end]) { _ in .edit }
    let total = Steps.free("menu").branching { _ in
      Choice.edit
    } to: { choice in
      switch choice {
      case .edit: .step("edit")
      case .quit: .end
      }
    }
    for menu in [list, total] {
      #expect(menu.step.routes == [FlowRoute("edit", to: .step("edit")), FlowRoute("quit", to: .end)])
      #expect(
        try began(
          FlowChain("F") {
            menu; Steps.free("edit")
          }) == ["menu", "edit"])
    }
  }

  @Test("Validation reports a case without a route")
  func missingCase() {
    let menu = Steps.free("menu").branching([Choice.edit: .next]) { _ in .quit }
    let charge = Steps.free("charge").catching([Choice.quit: .end]) { _ in nil }
    #expect(
      FlowChain("F") {
        menu; charge
      }.validate().map(\.description) == [
        "Step 'menu' has no route for 'quit', a case of Choice.",
        "Step 'charge' has no route for 'edit', a case of Choice.",
      ])
  }

  // MARK: Failures

  /// A step that fails.
  private func failing(_ error: any Error = Declined()) -> FlowStepDeclaration<Any, String> {
    FlowStepDeclaration(Any.self, String.self, identifier: "charge") { _ in
      FlowStep(Any.self, String.self, identifier: "made") { _ in
        let handler = FlowStepHandler(Any.self, String.self)
        handler.fail(error)
        return handler
      }
    }
  }

  private let last = FlowStepDeclaration(Any.self, String.self, identifier: "thank") { _ in "thanks" }

  @Test("A failure takes its declared route, and the next step receives the error as its content")
  func catching() throws {
    let apology = Steps.transform("apology") { (error: FlowError?) in "\(error?.rootCause is Declined)" }
    let charge = failing().catching(["declined": .step("apology")]) { $0.rootCause is Declined ? "declined" : nil }
    let chain = FlowChain("F") {
      charge.branching(["paid": .end]) { _ in "paid" }
      apology
    }
    #expect(try Flow(chain, Any.self, String.self).runAndWait() == "true")
    #expect(
      try trace(chain) == [
        "F#1 run began", "charge began", "charge failed: Declined()", "apology content", "apology began",
        "apology completed", "rest", "F#1 completed",
      ])
  }

  @Test("A failure that no route catches ends the run")
  func uncaught() throws {
    let chain = FlowChain("F") {
      failing(TestError("lost")).catching(["declined": .next]) { $0.rootCause is Declined ? "declined" : nil }
      last
    }
    #expect {
      _ = try Flow(chain, Any.self, String.self).runAndWait()
    } throws: { error in
      "\(error)" == "Step 'charge' failed (visit 1 of run F#1): lost"
    }
  }

  @Test("The first closure that returns a label chooses the route, and the route for every failure comes last")
  func several() throws {
    let chain = FlowChain("F") {
      failing().catching(.failure, to: .step("c"))
        .catching(["a": .step("a")]) { _ in nil }.catching([Choice.edit: .step("b"), .quit: .end]) { _ in .edit }
      Steps.free("a").leading(["x": .end])
      Steps.free("b").leading(["x": .end])
      Steps.free("c")
    }
    #expect(try began(chain) == ["charge", "b"])
    #expect(
      try began(
        FlowChain("F") {
          failing().catching(.failure, to: .next); last
        }) == ["charge", "thank"])
  }

  @Test("A failure route to the end completes the run without a result")
  func toTheEnd() throws {
    let charge = failing().catching(.failure, to: .end)
    #expect(
      try Flow(
        FlowChain("F") {
          last; charge
        }, Any.self, String.self
      ).runAndWait() == nil)
    #expect(
      try trace(FlowChain("F") { charge }) == [
        "F#1 run began", "charge began", "charge failed: Declined()", "rest", "F#1 completed",
      ])
  }

  @Test("A step's own failure route retries before the declared routes apply")
  func ownRoute() throws {
    let tries = LockedList<Int>()
    let charge = FlowStepDeclaration(Any.self, String.self, identifier: "charge") { _ in
      let step = FlowStep(Any.self, String.self, identifier: "made") { _ in
        let handler = FlowStepHandler(Any.self, String.self)
        handler.fail(Declined())
        return handler
      }
      step.setFailure { _ in
        tries.append(1)
        return tries.count < 3 ? .retry : .fail
      }
      return step
    }.catching(.failure, to: .next)
    #expect(
      try began(
        FlowChain("F") {
          charge; last
        }) == ["charge", "charge", "charge", "thank"])
  }

  @Test("A timeout inside a nested flow takes the route for timeouts, not the one for failures")
  func timeouts() throws {
    let (queue, recorder) = (ManualQueue(), FlowRecorder([]))
    let clock = ManualClock(playing: queue)
    let nested = Flow(Any.self, String.self, identifier: "search") { _ in
      FlowStep(Any.self, String.self, identifier: "look") { step in
        let handler = FlowStepHandler(Any.self, String.self)
        step.onCancel { _ = handler }
        return handler
      }.timeout(.seconds(5))
    }
    let chain = FlowChain("F") {
      FlowStepDeclaration(nested).catching(.failure, to: .end).catching(.timeout, to: .step("later"), as: "too late")
      Steps.free("later")
    }
    try Flow(chain, Any.self, String.self).on(queue).timed(by: clock).observed(by: recorder).start()
    queue.play()
    clock.advance(by: .seconds(5))
    #expect(recorder.lines.suffix(4) == ["later began", "later completed", "rest", "F#1 completed"])
  }

  @Test("A nested flow that goes back past its first step takes the route for cancellation", arguments: [true, false])
  func cancellation(isReversible: Bool) throws {
    let inner = Flow(Any.self, String.self, identifier: "inner") { scope in
      FlowStep(Any.self, String.self, identifier: "ask") { _ in
        scope.goBack()
        return nil
      }
    }.reversible()
    let chain = FlowChain("F") {
      FlowStepDeclaration(inner).catching(.cancellation, to: .step("menu"))
      Steps.free("next").leading(["x": .end])
      Steps.free("menu")
    }
    let flow = try Flow(chain, Any.self, String.self)
    #expect(try (isReversible ? flow.reversible() : flow).runAndWait() == "menu")
  }

  /// A declaration whose closure makes a step with an operator.
  private func wrapping(_ make: @escaping @Sendable () -> FlowStep<Any, String>) -> FlowStepDeclaration<Any, String> {
    FlowStepDeclaration(Any.self, String.self, identifier: "address") { _ in
      let step: FlowStep<Any, String> = make()
      return step
    }
  }

  @Test(
    "A nested flow that was left by going back doesn't start again, even behind operators", arguments: 0...4)
  func cancellationInOperators(kind: Int) throws {
    let asked = LockedList<Int>()
    let inner = Flow(Any.self, String.self, identifier: "inner") { scope in
      FlowStep(Any.self, String.self, identifier: "ask") { _ in
        asked.append(1)
        scope.goBack()
        return nil
      }
    }.reversible()
    let address =
      switch kind {
      case 0: FlowStepDeclaration(inner).retry(attempts: 3)
      case 1: wrapping { FlowStep(inner).always { _ in } }
      case 2: wrapping { FlowStep(inner).retry(attempts: 3) }
      case 3: wrapping { FlowStep(inner).recover { _ in "guest" } }
      default: wrapping { FlowStep(inner).recover(with: FlowStep(Any.self, String.self, identifier: "g") { _ in nil }) }
      }
    let chain = FlowChain("F") {
      address.catching(.cancellation, to: .step("menu"))
      Steps.free("next").leading(["x": .end])
      Steps.free("menu")
    }
    #expect(try Flow(chain, Any.self, String.self).runAndWait() == "menu")
    #expect(asked.count == 1)
  }

  @Test("A declaration that undoes interrupted work leaves the attempts of its step's own undo as they are")
  func attemptsOfOwnUndo() throws {
    let calls = LockedList<Int>()
    let chain = FlowChain("F") {
      Steps.free("order")
      FlowStepDeclaration(String.self, String.self, identifier: "pay") { _ in
        let pay = FlowStep(String.self, String.self, identifier: "pay") { _ in nil }
        pay.setUndo(attempts: 5) { _, _ in
          calls.append(1)
          throw TestError()
        }
        return pay
      }.undoingInterrupted { _ in }
      failing()
    }
    #expect(throws: FlowError.self) { try Flow(chain, Any.self, Any.self).undoing(.all).runAndWait() }
    #expect(calls.count == 5)
  }

  @Test("A cancelled run takes no route")
  func cancelledRun() throws {
    let (queue, recorder) = (ManualQueue(), FlowRecorder([]))
    let waiting = FlowStepDeclaration(Any.self, String.self, identifier: "wait") { _ in
      FlowStep(Any.self, String.self, identifier: "made") { step in
        let handler = FlowStepHandler(Any.self, String.self)
        step.onCancel { _ = handler }
        return handler
      }
    }.catching(.cancellation, to: .next)
    let run = try Flow(
      FlowChain("F") {
        waiting; last
      }, Any.self, String.self
    ).on(queue).observed(by: recorder).start()
    queue.play()
    run.cancel()
    queue.play()
    #expect(recorder.lines == ["F#1 run began", "wait began", "wait cancelled", "F#1 cancelled"])
  }

  @Test("Paths include routes after failures, and a path check follows them")
  func paths() throws {
    let chain = FlowChain("F") {
      failing().branching(["paid": .step("thank")]) { _ in "paid" }.catching(["declined": .step("apology")]) { _ in nil
      }
      .catching(.timeout, to: .end)
      Steps.free("apology").leading(["again": .step("charge"), "no": .end])
      last
    }
    #expect(
      chain.paths().map(\.description) == [
        "charge –paid→ thank → end", "charge –declined⇢ apology –no→ end", "charge –timeout⇢ end",
      ])
    #expect(try PathCheck(visitsPerStep: 2).run(chain).description == "6 paths, 0 findings")
  }

  @Test("Validation covers routes after failures")
  func validation() {
    let takes = Steps.transform("takes") { (text: String?) in text }
    let charge = failing().branching(["ok": .end]) { _ in "ok" }
      .catching(["a": .step("takes"), "b": .step("nowhere"), "ok": .next]) { _ in nil }
    #expect(
      FlowChain("F") {
        charge; takes.branching(["x": .end]) { _ in "x" }
      }.validate().map(\.description) == [
        "The route 'b' of step 'charge' names the unknown step 'nowhere'; known steps are: charge, takes.",
        "Step 'charge' has more than one route 'ok'.",
        "Step 'takes' cannot follow a failure of 'charge': it takes String, and a failure yields FlowError.",
      ])
    #expect(
      FlowChain("F") { Steps.free("a").branching([:]) { _ in "" }.catching(.failure, to: .end) }
        .validate().map(\.description)
        == ["Step 'a' has no routes; it needs at least one, such as a route to the end."])
  }

  @Test("A route for a timeout takes precedence over closures that are declared earlier")
  func timeoutFirst() throws {
    let slow = FlowStepDeclaration(Any.self, String.self, identifier: "slow") { _ in
      FlowStep(Any.self, String.self, identifier: "slow") { step in
        let handler = FlowStepHandler(Any.self, String.self)
        step.onCancel { _ = handler }
        return handler
      }
    }
    .branching(["done": .end]) { _ in "done" }
    .catching(["other": .step("other")]) { _ in "other" }
    .timeout(.seconds(1)).catching(.timeout, to: .step("late"))
    let chain = FlowChain("F") {
      slow; Steps.free("other").branching(["done": .end]) { _ in "done" }; Steps.free("late")
    }
    let test = FlowTest()
    test.start(try Flow(chain, Any.self, Any.self))
    try test.run()
    #expect(test.text.contains("late began"))
    #expect(!test.text.contains("other began"))
  }

  @Test("Validation finds a case without a failure route when the result routes are declared later")
  func unroutedFailure() {
    let step = Steps.free("a").catching([Choice.edit: .end]) { _ in .edit }.branching([Choice.edit: .end, .quit: .end])
    { _ in
      .edit
    }
    #expect(
      FlowChain("F") { step }.validate().contains { "\($0)" == "Step 'a' has no route for 'quit', a case of Choice." })
  }
}
