import Dispatch
import FlowChains
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A flow as a step of another flow.
@MainActor
struct NestedFlowTests {
  let harness = FlowHarness()

  @Test("A nested flow receives content and returns its result")
  func contentAndResult() async throws {
    let double = Flow(Int.self, Int.self, identifier: "Double") { scope in
      let step = FlowStep(Any.self, Int.self, identifier: "double") { _ in nil }
      step.setCompletion { _, _ in scope.result = scope.content.map { $0 * 2 } }
      return step
    }
    let outer = Flow(Int.self, Int.self, identifier: "Outer") { scope in
      let nested = FlowStep(double)
      nested.content = scope.content
      nested.setCompletion { nested, result in
        scope.result = result
        nested.content = result
        nested.nextStep = (result ?? 1_000) < 1_000 ? nested : nil
      }
      return nested
    }
    #expect(try await outer.run(7) == 1_792)
    #expect(try await outer.run() == nil)
  }

  @Test("Values that are not Sendable pass to and from a nested flow on the run's queue")
  func notSendable() async throws {
    final class Draft { var text = "draft" }
    let inner = Flow(Draft.self, Draft.self, identifier: "Inner") { scope in
      scope.result = scope.content
      return FlowStep(Any.self, Any.self, identifier: "none") { _ in nil }
    }
    let outer = Flow(Any.self, Bool.self, identifier: "Outer") { scope in
      let draft = Draft()
      let nested = FlowStep(inner)
      nested.content = draft
      nested.setCompletion { _, result in scope.result = result === draft }
      return nested
    }
    #expect(try await outer.run() == true)
  }

  @Test("A step with a nested flow has the flow's name or a name of its own")
  func names() {
    let inner = harness.mainActorFlow("Inner") { _ in harness.instant("a") }
    #expect(FlowStep(inner).identifier == "Inner")
    #expect(FlowStep(inner, identifier: "own").identifier == "own")
  }

  @Test("A failure in a nested flow fails its step, with the nested error as the cause")
  func failure() {
    let inner = harness.mainActorFlow("Inner") { _ in harness.instant("a", then: harness.waiting("b")) }
    harness.startMainActorFlow { _ in FlowStep(inner, identifier: "nested") }
    harness.fail("b")
    #expect(
      harness.trace.lines.last
        == "= Step 'nested' failed (visit 1 of run F#1): Step 'b' failed (visit 2 of run Inner#1): mishap")
  }

  @Test("The error of a flow nested three levels deep names every level")
  func threeLevels() {
    let third = harness.mainActorFlow("Third") { _ in harness.waiting("c") }
    let second = harness.mainActorFlow("Second") { _ in FlowStep(third, identifier: "b") }
    harness.startMainActorFlow { _ in FlowStep(second, identifier: "a") }
    #expect(harness.trace.take().last == "c began")
    harness.fail("c")
    #expect(
      harness.trace.lines == [
        "c failed: mishap", "Third#1 failed", "b failed: Step 'c' failed (visit 1 of run Third#1): mishap",
        "Second#1 failed",
        "a failed: Step 'b' failed (visit 1 of run Second#1): Step 'c' failed (visit 1 of run Third#1): mishap",
        "F#1 failed",
        "= Step 'a' failed (visit 1 of run F#1): Step 'b' failed (visit 1 of run Second#1): "
          + "Step 'c' failed (visit 1 of run Third#1): mishap",
      ])
  }

  @Test("A cancelled step cancels its nested runs, the innermost first")
  func cancelled() {
    let third = harness.mainActorFlow("Third") { _ in harness.waiting("c") }
    let second = harness.mainActorFlow("Second") { _ in FlowStep(third, identifier: "b") }
    harness.startMainActorFlow { _ in
      ConcurrentFlowStep(identifier: "all", steps: [FlowStep(second, identifier: "a"), harness.waiting("x")])
    }
    _ = harness.trace.take()
    harness.fail("x")
    harness.complete("c")
    #expect(
      harness.trace.lines.prefix(6) == [
        "x failed: mishap", "c cancelled", "Third#1 cancelled", "b cancelled", "Second#1 cancelled", "a cancelled",
      ])
    #expect(harness.trace.lines.last == "c extra")
  }

  @Test("A nested flow reports to the outer flow's observer unless it has its own")
  func observers() {
    let own = Trace()
    let watched = harness.mainActorFlow("Watched") { _ in harness.instant("w") }.observed(by: own)
    let inner = harness.mainActorFlow("Inner") { _ in
      harness.instant("i", then: FlowStep(watched, identifier: "watching"))
    }
    harness.startMainActorFlow { _ in FlowStep(inner, identifier: "nested") }
    #expect(
      harness.trace.lines == [
        "F#1 run began", "nested began", "Inner#1 run began", "i began", "i completed", "watching began",
        "watching completed", "rest", "Inner#1 completed", "nested completed", "rest", "F#1 completed", "= nil",
      ])
    #expect(own.lines == ["Watched#1 run began", "w began", "w completed", "rest", "Watched#1 completed"])
  }

  @Test("A nested run uses the outer run's clock, even if its flow has another")
  func clock() {
    struct Frozen: TimelessClock { let now: Duration }
    let times = LockedList<Duration>()
    struct Times: FlowObserver {
      let times: LockedList<Duration>
      func receive(_ event: FlowEvent) { times.append(event.time) }
    }
    let inner = harness.mainActorFlow("Inner") { _ in harness.instant("i") }.timed(by: Frozen(now: .seconds(9)))
    harness.mainActorFlow("F") { _ in FlowStep(inner) }
      .timed(by: Frozen(now: .seconds(5))).observed(by: Times(times: times)).start()
    harness.queue.play()
    #expect(times.count == 10)
    #expect(times.all.allSatisfy { $0 == .seconds(5) })
  }

  @Test("A nested flow with a queue of its own runs there and returns to the outer run's queue")
  func ownQueue() async throws {
    let innerQueue = DispatchQueue(label: "inner")
    let outerQueue = DispatchQueue(label: "outer")
    let inner = Flow(Int.self, Int.self, identifier: "Inner", on: innerQueue) { scope in
      let step = FlowStep(Any.self, Int.self, identifier: "a") { _ in nil }
      step.setCompletion { _, _ in
        dispatchPrecondition(condition: .onQueue(innerQueue))
        scope.result = (scope.content ?? 0) + 1
      }
      return step
    }
    let outer = Flow(Any.self, Int.self, identifier: "Outer", on: outerQueue) { scope in
      let nested = FlowStep(inner)
      nested.content = 41
      nested.setCompletion { _, result in
        dispatchPrecondition(condition: .onQueue(outerQueue))
        scope.result = result
      }
      return nested
    }
    #expect(try await outer.run() == 42)
  }

  @Test("A run ends after the runs that are nested in it on other queues, at any depth")
  func endsAfterNestedRunsElsewhere() async throws {
    let trace = Trace()
    let elsewhere = Flow(Int.self, Int.self, identifier: "Elsewhere", on: DispatchQueue(label: "elsewhere")) { scope in
      scope.result = scope.content
      return FlowStep(Any.self, Int.self, identifier: "a") { _ in nil }
    }
    let home = DispatchQueue(label: "home")
    func host(_ flow: Flow<Int, Int>, _ identifier: String) -> Flow<Int, Int> {
      Flow(Int.self, Int.self, identifier: identifier, on: home) { scope in
        let steps = (1...2).map { number in
          let step = FlowStep(flow, identifier: "\(number)")
          step.content = number
          return step
        }
        let all = FlowStep(identifier: "all", joining: steps)
        all.setCompletion { _, results in scope.result = results?.compactMap { $0 }.reduce(scope.content ?? 0, +) }
        return all
      }
    }
    let outer = host(host(elsewhere, "Inner"), "Outer").observed(by: trace)
    try await patiently("The run did not end after those that were nested in it") { resume in
      outer.start(0) { outcome in
        if case .completed(let sum) = outcome { trace.note("= \(sum ?? 0)") }
        resume(())
      }
    }
    #expect(trace.lines.suffix(2) == ["Outer#1 completed", "= 9"])
    #expect(trace.lines.count { $0.hasPrefix("Elsewhere#") && $0.hasSuffix(" completed") } == 4)
  }

  @Test("A main-actor flow without content runs inside a flow on another queue, also in a chain")
  func withoutContentElsewhere() async throws {
    let screen = Box("")
    let inner = Flow(
      Any.self, String.self, identifier: "Inner",
      onMainActor: { scope in
        let ask = FlowStep(Any.self, String.self, identifier: "a") { _ in
          MainActor.preconditionIsolated()
          screen.value = "asked"
          return nil
        }
        ask.setCompletion { _, _ in scope.result = "Al" }
        return ask
      })
    let outer = Flow(Any.self, String.self, identifier: "Outer") { scope in
      let nested = FlowStep(inner)
      nested.setCompletion { _, name in scope.result = name }
      return nested
    }
    #expect(try await outer.run() == "Al")
    #expect(screen.value == "asked")
    let greet = FlowStepDeclaration(String.self, String.self, identifier: "greet") { name in "Hello \(name ?? "")" }
    let chain = FlowChain("F") {
      FlowStepDeclaration(inner)
      greet
    }
    #expect(try await Flow(chain, Any.self, String.self).run() == "Hello Al")
  }

  @Test("A failure on a nested flow's own queue reaches the outer run with its cause")
  func failureOnOwnQueue() async throws {
    let inner = Flow(Int.self, Int.self, identifier: "Inner", on: DispatchQueue(label: "inner")) { _ in
      FlowStep(Int.self, Int.self, identifier: "a") { _ in
        let handler = FlowStepHandler(Int.self, Int.self)
        handler.fail(TestError())
        return handler
      }
    }
    let outer = Flow(Any.self, Int.self, identifier: "Outer") { _ in FlowStep(inner) }
    let error = try #require(await #expect(throws: FlowError.self) { try await outer.run() })
    #expect(
      "\(error)" == "Step 'Inner' failed (visit 1 of run Outer#1): Step 'a' failed (visit 1 of run Inner#1): mishap")
  }

  @Test("Ten thousand nested flows in a row run on a small stack and leave nothing alive")
  func manyInARow() {
    let objects = ObjectCounter()
    let count = trials(10_000, few: 2_000)
    let lines = onSmallStack {
      let queue = ManualQueue()
      let trace = Trace()
      let inner = Flow(Int.self, Int.self, identifier: "Inner") { scope in
        let alive = objects.makeObject()
        return FlowStep(Any.self, Int.self, identifier: "i") { _ in
          alive.touch()
          scope.result = (scope.content ?? 0) + 1
          return nil
        }
      }
      let outer = Flow(Any.self, Int.self, identifier: "Outer") { scope in
        var most = 0
        let nested = FlowStep(inner)
        nested.setCompletion { nested, result in
          most = max(most, objects.living)
          nested.content = result
          scope.result = result
          nested.nextStep = (result ?? count) < count ? nested : nil
          if most > 2 { trace.note("\(most) runs alive") }
        }
        return nested
      }
      outer.on(queue).start { outcome in
        if case .completed(let result?) = outcome { trace.note("\(result)") }
      }
      queue.play()
      return trace.lines
    }
    #expect(lines == ["\(count)"])
    #expect(objects.living == 0)
  }

  @Test("Nested flows can be children of a concurrent step and of a join")
  func children() {
    let make = { @MainActor (scope: FlowScope<String, String>) -> any Startable in
      let step = harness.waiting(scope.content ?? "?")
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    let inner = Flow(String.self, String.self, identifier: "Inner", onMainActor: make).on(harness.queue)
    func nested(_ name: String) -> FlowStep<String, String> {
      let step = FlowStep(inner, identifier: "nested \(name)")
      step.content = name
      return step
    }
    harness.startMainActorFlow { scope in
      let all = FlowStep(identifier: "all", joining: [nested("a"), nested("b")])
      all.setCompletion { _, results in scope.result = results?.compactMap { $0 }.joined() }
      let group = ConcurrentFlowStep(identifier: "group", steps: [nested("c"), nested("d")])
      group.nextStep = all
      return group
    }
    harness.complete("d", "c")
    harness.complete("b", result: "B")
    harness.complete("a", result: "A")
    #expect(harness.trace.lines.last == "= AB")
  }
}
