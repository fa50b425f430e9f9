import FlowChains
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Checks that play Back at the stops of a declared flow.
struct PathBackTests {
  private func step(
    _ identifier: String, _ change: @escaping @Sendable (FlowStep<Any, String>) -> Void = { _ in }
  ) -> FlowStepDeclaration<Any, String> {
    pathStep(identifier, working: { $0.complete(identifier) }, change)
  }

  private func check(_ chain: FlowChain, answers: [String: [FlowAnswer]] = [:]) throws -> String {
    try PathCheck(visitsPerStep: 1, answers: answers).run(chain).description
  }

  @Test("Back at each stop of a sound flow leads to the previous stop, over the steps between, and has no findings")
  func sound() throws {
    let starts = LockedList<String>()
    func noted(_ name: String) -> FlowStepDeclaration<Any, String> {
      step(name) { step in step.setCompletion { step, _ in starts.append(step.identifier) } }
    }
    let chain = FlowChain("order") {
      noted("load")
      noted("cart").stop()
      noted("quote")
      noted("address").stop()
      noted("card") { $0.isStop = true }
    }
    func noted(_ name: String, _ change: @escaping @Sendable (FlowStep<Any, String>) -> Void) -> FlowStepDeclaration<
      Any, String
    > {
      step(name) { step in
        change(step)
        step.setCompletion { step, _ in starts.append(step.identifier) }
      }
    }
    #expect(try check(chain) == "1 path, 0 findings")
    #expect(
      starts.all == [
        // Without Back.
        "load", "cart", "quote", "address", "card",
        // Back at 'address', and then at 'card'.
        "load", "cart", "quote", "cart", "quote", "address", "address", "card",
        // Back at 'cart'.
        "load",
      ])
  }

  @Test("Back is played once for each way from one stop to the next")
  func once() throws {
    let starts = LockedList<String>()
    let steps = (0..<8).map { index in
      step("s\(index)") { step in step.setCompletion { step, _ in starts.append(step.identifier) } }
        .branching(["a": .next, "b": .next]) { _ in "a" }.stop().step
    }
    #expect(try check(FlowChain(identifier: "F", steps)) == "256 paths, 0 findings")
    // A path of 8 visits each, two ways to each stop but the first, and one more run for the first stop.
    #expect(starts.all.count < 256 * 8 + 64, "\(starts.all.count)")
  }

  @Test("A stop that completes by itself leads back at once, so that nobody can get past it")
  func loops() throws {
    let chain = FlowChain("F") {
      step("first").stop()
      step("known").stop()
      step("form").stop()
    }
    #expect(
      try check(chain, answers: ["known": [.ownWork]]) == """
        1 path, 1 finding
        first → known → form → end: Back at 'form' leads to 'known', which leads back at once
        """)
    #expect(try check(chain, answers: ["known": [.after(.seconds(1), .noResult)]]) == "1 path, 0 findings")
  }

  @Test("A stop that completes by itself leads back at once, also if a step that takes time comes between")
  func loopsAfterTime() throws {
    let chain = FlowChain("F") {
      step("first").stop()
      step("known").stop()
      step("load")
      step("form").stop()
    }
    let load = FlowAnswer.after(.seconds(1), .noResult)
    #expect(
      try check(chain, answers: ["known": [.ownWork], "load": [load]]) == """
        1 path, 1 finding
        first → known → load → form → end: Back at 'form' leads to 'known', which leads back at once
        """)
    #expect(try check(chain, answers: ["known": [load], "load": [load]]) == "1 path, 0 findings")
  }

  @Test("A step that goes further back than the previous stop is a finding")
  func elsewhere() throws {
    let form = step("form") { step in
      step.setOutcome { step, ending in
        if case .cancelled = ending { try? step.goBack(to: "first") }
      }
    }
    let chain = FlowChain("F") {
      step("first").stop()
      step("second").stop()
      form.stop()
    }
    #expect(
      try check(chain) == """
        1 path, 1 finding
        first → second → form → end: Back at 'form' leads to 'first', and not to 'second'
        """)
  }

  @Test("A flow that doesn't come to the end of the path again after Back has a finding")
  func thenHangs() throws {
    let visits = Box(0)
    let chain = FlowChain("F") {
      step("first").stop()
      step("load") { step in
        step.setCompletion { step, _ in
          visits.value += 1
          if visits.value == 3 { step.goBack() }
        }
      }
      step("form").stop()
    }
    #expect(
      try check(chain) == """
        1 path, 1 finding
        first → load → form → end: Back at 'form' is followed by a fault: strays to 'first'
        """)
  }

  @Test("Back past a final step is refused, which is no finding, and the report lists the stop")
  func refused() throws {
    let chain = FlowChain("F") {
      step("cart").stop()
      step("pay").final()
      step("receipt").stop()
      step("survey").stop()
    }
    let report = try PathCheck().run(chain)
    #expect(report.description == "1 path, 0 findings\nBack is refused at: receipt (past pay)")
    #expect(report.refusals == ["receipt (past pay)"])
  }

  @Test("Back past a final step inside a nested flow is refused, and is a finding")
  func refusedInside() throws {
    let pay = FlowStepDeclaration(
      Flow(Any.self, String.self, identifier: "pay") { _ in
        let charge = FlowStep(Any.self, String.self, identifier: "charge") { _ in nil }
        charge.isFinal = true
        return charge
      })
    let chain = FlowChain("F") {
      step("cart").stop()
      pay
      step("receipt").stop()
    }
    let report = try PathCheck(answers: ["pay": .ownWork]).run(chain)
    #expect(report.findings.count == 1 && report.refusals == [])
    #expect(
      report.description.contains("Back at 'receipt' is refused: Run F#")
        && report.description.hasSuffix("cannot go back past 'charge', which is final."), "\(report)")
  }

  @Test("A route back is played, and may not lead past a final step", arguments: [false, true])
  func routeBack(isAfterFailure: Bool) throws {
    func chain(isFinal: Bool) -> FlowChain {
      let pay = isFinal ? step("pay").final() : step("pay")
      return FlowChain("F") {
        step("cart").stop()
        pay
        isAfterFailure
          ? step("sure").catching(.failure, to: .back)
          : step("sure").branching(["yes": .next, "no": .back]) { _ in "yes" }
        step("done")
      }
    }
    #expect(try check(chain(isFinal: false)) == "2 paths, 0 findings")
    let report = try PathCheck(visitsPerStep: 1).run(chain(isFinal: true))
    #expect(report.findings.count == 1)
    let arrow = isAfterFailure ? "–failure⇢" : "–no→"
    #expect(
      report.findings.first?.description.hasPrefix("cart → pay → sure \(arrow) end: Back at 'sure' fails: Step 'sure' ")
        == true, "\(report)")
  }

  @Test("A step that completes by a route back before any stop ends the run, as a person expects")
  func routeBackFromTheFirst() throws {
    let chain = FlowChain("F") {
      step("cart").branching(["on": .next, "leave": .back]) { _ in "on" }.stop()
      step("address").stop()
    }
    #expect(try check(chain) == "2 paths, 0 findings")
  }

  @Test("A check undoes no visits, because no step has done its work")
  func undoesNothing() throws {
    let undone = LockedList<String>()
    let chain = FlowChain("F") {
      step("cart").stop()
      step("reserve") { step in step.setUndo { _, _ in undone.append("reserve") } }
        .undoing { _ in undone.append("reserve") }
      step("address").stop()
    }
    #expect(try check(chain, answers: ["address": [.noResult]]) == "1 path, 0 findings")
    #expect(try check(chain, answers: ["address": [.never]]).hasSuffix("hangs at 'address'"))
    #expect(undone.all == [])
  }

  @Test("A path with a fault of its own isn't left backwards")
  func faultFirst() throws {
    let chain = FlowChain("F") {
      step("cart").stop()
      step("address").stop()
    }
    #expect(
      try check(chain, answers: ["address": [.never]]) == "1 path, 1 finding\ncart → address → end: hangs at 'address'")
  }
}
