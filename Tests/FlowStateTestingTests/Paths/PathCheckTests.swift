import FlowChains
import FlowExperiments
import FlowState
import TestSupport
import Testing

@testable import FlowStateTesting

/// Checks that run every path of a declared flow.
struct PathCheckTests {
  /// Returns a step whose own work never ends, so that a check that runs this work hangs.
  private func step(
    _ identifier: String, _ change: @escaping @Sendable (FlowStep<Any, String>) -> Void = { _ in }
  ) -> FlowStepDeclaration<Any, String> {
    pathStep(identifier, working: { handler in handler.onCancel { _ = handler } }, change)
  }

  private func profile(_ edit: FlowStepDeclaration<Any, String>) -> FlowChain {
    let menu = step("menu").branching(["edit": .next, "quit": .end]) { _ in "quit" }
    return FlowChain(
      identifier: "profile", [menu.step, edit.branching(["done": .step("menu")]) { _ in "done" }.step])
  }

  @Test("A check runs every path of a sound flow and has no findings")
  func sound() throws {
    let report = try PathCheck(visitsPerStep: 3).run(profile(step("edit")))
    #expect(report.description == "3 paths, 0 findings")
    #expect(report.pathCount == 3)
  }

  @Test("A check reports a step that never answers as a hang")
  func hangs() throws {
    let report = try PathCheck(visitsPerStep: 2, answers: ["edit": .never]).run(profile(step("edit")))
    #expect(report.description == "2 paths, 1 finding\nmenu –edit→ edit –done→ menu –quit→ end: hangs at 'edit'")
    #expect(try PathCheck(visitsPerStep: 2, answers: ["edit": .ownWork]).run(profile(step("edit"))).findings.count == 1)
  }

  @Test("A check reports a failing step with its error")
  func fails() throws {
    let report = try PathCheck(visitsPerStep: 2, answers: ["edit": .failure(TestError("refused"))]).run(
      profile(step("edit")))
    #expect(report.findings.map(\.fault) == [.failed("Step 'edit' failed (visit 2 of run profile#1): refused")])
  }

  @Test("A check reports a step that is retried forever, but not a slow step")
  func neverEnds() throws {
    let edit = step("edit") { $0.setFailure { _ in .retry(after: .seconds(1)) } }
    let report = try PathCheck(visitsPerStep: 2, answers: ["edit": .failure(TestError("refused"))]).run(profile(edit))
    #expect(report.findings.map(\.fault) == [.neverEnds(at: "edit")])
    let slow = try PathCheck(visitsPerStep: 2, answers: ["edit": .after(.seconds(3600), .noResult)]).run(profile(edit))
    #expect(slow.findings == [], "what takes its time ends all the same")
  }

  @Test("A nested step isn't on the path, even if it has the name of a step of the chain")
  func nestedName() throws {
    let pay = FlowStepDeclaration(
      Flow(Any.self, String.self, identifier: "pay") { _ in
        FlowStep(Any.self, String.self, identifier: "confirm") { _ in nil }
      })
    let confirm = step("confirm")
    let nested = try PathCheck(answers: ["pay": .ownWork]).run(
      FlowChain("shop") {
        pay; confirm
      })
    #expect(nested.description == "1 path, 0 findings")
    let both = FlowStepDeclaration(Any.self, [String?].self, identifier: "both") { _ in
      FlowStep(
        identifier: "both",
        joining: ["confirm", "both"].map { name in FlowStep(Any.self, String.self, identifier: name) { _ in nil } })
    }
    let concurrent = try PathCheck(answers: ["both": .ownWork]).run(
      FlowChain("shop") {
        both; confirm
      })
    #expect(concurrent.description == "1 path, 0 findings")
  }

  @Test("A chain inside a step that does its own work chooses its own routes")
  func nestedRoutes() throws {
    let asked = LockedList<String>()
    let ask = FlowStepDeclaration(Any.self, String.self, identifier: "ask") { _ in
      FlowStep(Any.self, String.self, identifier: "ask") { _ in
        let handler = FlowStepHandler(Any.self, String.self)
        handler.complete("yes")
        return handler
      }
    }
    .branching(["yes": .end, "done": .step("never")]) { $0 == "yes" ? "yes" : "done" }
    let never = FlowStepDeclaration(Any.self, String.self, identifier: "never") { _ in
      FlowStep(Any.self, String.self, identifier: "never") { _ in
        asked.append("never")
        return nil
      }
    }
    let inner = try Flow(
      FlowChain("inner") {
        ask; never
      }, Any.self, String.self)
    let sub = FlowStepDeclaration(Any.self, String.self, identifier: "sub") { _ in FlowStep(inner, identifier: "sub") }
      .branching(["again": .step("after"), "done": .end]) { $0 == nil ? "again" : "done" }
    let report = try PathCheck(answers: ["sub": .ownWork]).run(
      FlowChain("outer") {
        sub; step("after")
      })
    #expect(report.description == "2 paths, 0 findings")
    #expect(asked.all.isEmpty)
  }

  @Test("A step that operators wrap is on the path and gets its answer")
  func wrapped() throws {
    let pay = FlowStepDeclaration(Any.self, String.self, identifier: "pay") { _ in
      let work = FlowStep(Any.self, String.self, identifier: "pay") { _ in
        Issue.record("The step did its own work.")
        return nil
      }
      return work.timeout(.seconds(1)).retry(attempts: 2)
    }
    let report = try PathCheck(answers: ["pay": .result("paid")]).run(
      FlowChain("shop") {
        pay; step("confirm")
      })
    #expect(report.description == "1 path, 0 findings")
  }

  @Test("A check reports a step that leads elsewhere than it declares")
  func strays() throws {
    let end = step("edit") { step in step.setCompletion { step, _ in step.nextStep = nil } }
    let report = try PathCheck(visitsPerStep: 2).run(profile(end))
    #expect(report.findings.map(\.fault) == [.strays(to: nil)])
  }

  @Test("A check runs every path of every variant")
  func variants() throws {
    let steps = ["name", "email", "terms"].map { step($0).step }
    let chain = FlowChain(identifier: "signup", steps)
    let experiment = try Experiment("order", variants: [.init("a"), .init("b")])
    let variants = FlowVariants(experiment, ["a": chain, "b": try chain.ordered(by: ["terms", "email", "name"])])
    #expect(try PathCheck().run(variants).description == "2 paths, 0 findings")
    let report = try PathCheck(answers: ["email": .never]).run(variants)
    #expect(
      report.findings.map(\.description) == [
        "variant 'a': name → email → terms → end: hangs at 'email'",
        "variant 'b': terms → email → name → end: hangs at 'email'",
      ])
  }

  @Test("The report says that there are more paths than the limit")
  func limit() throws {
    let steps = (0..<20).map { step("s\($0)").branching(["a": .next, "b": .next]) { _ in "a" }.step }
    let report = try PathCheck(limit: 50).run(FlowChain(identifier: "F", steps))
    #expect(report.description == "50 paths and more that were not run, 0 findings")
  }

  @Test("An answer for an undeclared step is a finding, listed before those of the paths")
  func unknownStep() throws {
    let chain = FlowChain(identifier: "signup", ["email", "terms", "name"].map { step($0).step })
    let report = try PathCheck(answers: ["nmae": .never, "name": .never, "emial": .noResult]).run(chain)
    #expect(
      report.description == """
        1 path, 3 findings
        No step is called 'emial'; the steps are: email, name, terms.
        No step is called 'nmae'; the steps are: name, email, terms.
        email → terms → name → end: hangs at 'name'
        """)
    #expect(report.findings[1].fault == .answersUnknown(step: "nmae", known: ["email", "name", "terms"]))
    #expect(report.findings[1].path == FlowPath([]))
  }

  @Test("A check accepts an answer for a step of any variant, and reports an unknown step once")
  func unknownStepOfVariants() throws {
    let experiment = try Experiment("order", variants: [.init("a"), .init("b")])
    let variants = FlowVariants(
      experiment,
      [
        "a": FlowChain(identifier: "signup", [step("name").step]),
        "b": FlowChain(identifier: "signup", [step("name").step, step("terms").step]),
      ])
    #expect(try PathCheck(answers: ["terms": .noResult]).run(variants).description == "2 paths, 0 findings")
    #expect(
      try PathCheck(answers: ["tems": .noResult]).run(variants).description == """
        2 paths, 1 finding
        No step is called 'tems'; the steps are: terms, name.
        """)
  }

  @Test("A check of an invalid flow throws an error")
  func invalid() throws {
    #expect {
      try PathCheck().run(FlowChain(identifier: "F", []))
    } throws: { error in
      "\(error)" == "Flow 'F': There are no steps; a flow needs at least one."
    }
    let experiment = try Experiment("order", variants: [.init("a"), .init("b")])
    #expect {
      try PathCheck().run(FlowVariants(experiment, ["a": FlowChain(identifier: "F", []), "c": profile(step("edit"))]))
    } throws: { error in
      "\(error)" == "Variant 'a': There are no steps; a flow needs at least one. "
        + "Variant 'b' has no steps: no chain was given for it. "
        + "Experiment 'order' has no variant 'c'; its variants are: a, b."
    }
  }

  @Test("A check reports a step that is retried immediately forever, and ends itself")
  func retriedOnTheSpot() throws {
    let edit = step("edit") { $0.setFailure { _ in .retry } }
    let report = try PathCheck(answers: ["edit": .failure(TestError("refused"))]).run(profile(edit))
    #expect(report.findings.map(\.fault) == [.neverEnds(at: "edit")])
  }

  @Test("A check reports a step that leads to itself without declaring it")
  func loops() throws {
    let loop = step("a") { step in step.setCompletion { step, _ in step.nextStep = step } }
    let report = try PathCheck().run(FlowChain(identifier: "F", [loop.step]))
    #expect(report.findings.map(\.fault) == [.strays(to: "a")])
  }

  @Test("A check reports a step that goes back, and doesn't trap")
  func goesBack() throws {
    let back = step("b") { step in step.setCompletion { step, _ in step.goBack() } }
    let report = try PathCheck().run(FlowChain(identifier: "F", [step("a").step, back.step]))
    #expect(report.findings.map(\.fault) == [.strays(to: "a")])
  }

  @Test("A check reports a step that chooses an undeclared label")
  func unknownChoice() throws {
    let menu = step("menu").branching(["edit": .next, "quit": .end]) { _ in "none of these" }
    let report = try PathCheck().run(FlowChain(identifier: "F", [menu.step, step("edit").step]))
    #expect(
      report.description == """
        2 paths, 2 findings
        menu –edit→ edit → end: chooses the unknown route 'none of these' at 'menu'
        menu –quit→ end: chooses the unknown route 'none of these' at 'menu'
        """)
  }

  @Test("Of several answers, a step gets the one that leads it to the path's route")
  func severalAnswers() throws {
    let seen = LockedList<String>()
    let menu = step("menu") { step in step.setCompletion { _, result in seen.append(result ?? "nothing") } }
      .branching(["edit": .next, "quit": .end, "help": .next]) { $0 ?? "help" }
    let answers: [String: [FlowAnswer]] = ["menu": [.result("edit"), .after(.seconds(1), .result("quit")), .noResult]]
    let report = try PathCheck(answers: answers).run(FlowChain(identifier: "F", [menu.step, step("edit").step]))
    #expect(report.description == "3 paths, 0 findings")
    #expect(seen.all == ["edit", "quit", "nothing"])
  }

  @Test("A check takes every route of 14 steps with 3 routes each before it permutes paths")
  func coverage() throws {
    let steps = (0..<14).map { step("s\($0)").branching(["a": .next, "b": .next, "c": .next]) { _ in "a" }.step }
    let chain = FlowChain(identifier: "F", steps + [step("last").step])
    let report = try PathCheck(limit: 3).run(chain)
    #expect(report.description == "3 paths and more that were not run, 0 findings")
    #expect(report.routesNotTaken == [])
    let short = try PathCheck(limit: 2).run(chain)
    #expect(short.routesNotTaken == (0..<14).map { "s\($0) –c→" })
    #expect(short.description.hasPrefix("2 paths and more that were not run, 0 findings\nNever taken: s0 –c→, s1 –c→"))
  }

  @Test("A check takes routes back if the visits allow it, and runs each path once")
  func routesBack() throws {
    let menu = step("menu").branching(["edit": .next, "quit": .end]) { _ in "quit" }
    let edit = step("edit").branching(["again": .step("edit"), "back": .step("menu"), "done": .end]) { _ in "done" }
    let chain = FlowChain(identifier: "F", [menu.step, edit.step])
    let all = try PathCheck().run(chain)
    #expect(all.pathCount == Array(chain.paths(visitsPerStep: 2)).count)
    #expect(all.routesNotTaken == [])
    #expect(!all.isCutShort)
    #expect(try PathCheck(limit: 2).run(chain).routesNotTaken == [])
    let once = try PathCheck(visitsPerStep: 1).run(chain)
    #expect(once.description == "2 paths, 0 findings\nNever taken: edit –again→, edit –back→")
  }

  /// Quadratic work would take minutes.
  @Test("A check runs a chain of thousands of steps")
  func longChain() async throws {
    let count = trials(4_000, few: 400)
    let steps = (0..<count).map { index in
      FlowStepDeclaration(Any.self, String.self, identifier: "s\(index)") { _ in
        FlowStep(Any.self, String.self, identifier: "s\(index)") { _ in nil }
      }
      .branching(["on": .next, "skip": .step("s\(min(index + 2, count - 1))")]) { _ in "on" }.step
    }
    let report = try await onThread {
      Swift.Result { try PathCheck(visitsPerStep: 1, limit: 4).run(FlowChain(identifier: "F", steps)) }
    }.get()
    #expect(report.pathCount == 4)
    #expect(report.routesNotTaken == ["s\(count - 1) –skip→"])
  }

  @Test("A route cover leaves out paths that visit a step too often")
  func coverWithinLimit() {
    let a = step("a").branching(["x": .next, "y": .end]) { _ in "y" }
    let b = step("b").branching(["back": .step("a")]) { _ in "back" }
    let chain = FlowChain(identifier: "F", [a.step, b.step])
    #expect(RouteCover(chain, visitsPerStep: 1).nextPath()?.description == "a –y→ end")
    #expect(RouteCover(chain, visitsPerStep: 2).nextPath()?.description == "a –x→ b –back→ a –y→ end")
  }

  @Test("On a cancellation route, the step's own failure route receives a `CancellationError`")
  func cancellationCause() throws {
    let causes = LockedList<Bool>()
    let nested = step("nested") { step in
      step.setFailure { error in
        causes.append(error.rootCause is CancellationError)
        return .fail
      }
    }
    .branching(["on": .end]) { _ in "on" }.catching(.cancellation, to: .end)
    #expect(try PathCheck().run(FlowChain("F") { nested }).description == "2 paths, 0 findings")
    #expect(causes.all == [true])
  }
}
