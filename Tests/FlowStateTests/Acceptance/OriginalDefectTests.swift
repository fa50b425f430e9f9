import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Defects of the original FlowState, numbered as in the specification; each test fails on the original's behaviour.
/// Number 8, the mistakes in its README, is in `ReadmeSnippetTests`.
@MainActor
struct OriginalDefectTests {
  let harness = FlowHarness()

  /// The steps that have started, in order.
  var started: [String] {
    harness.trace.lines.filter { $0.hasSuffix(" began") && !$0.contains("run") }.map { String($0.dropLast(6)) }
  }

  @Test("1: A lost handler ends its step with an error that names the step")
  func lostHandler() {
    harness.startMainActorFlow { _ in harness.waiting("a", then: harness.waiting("b")) }
    harness.letGo(of: "a")
    #expect(harness.trace.lines.contains("a abandoned"))
    #expect(harness.trace.lines.last?.hasPrefix("= Step 'a' was abandoned") == true)
  }

  @Test("2: A handler of an earlier start does not complete the step")
  func staleHandler() {
    let step = harness.waiting("a", then: harness.waiting("b"))
    step.start(observer: harness.trace)
    let stale = harness["a"]
    step.start(observer: harness.trace)
    stale?.complete("stale")
    #expect(started == ["a", "a"])
    harness.complete("a")
    #expect(started == ["a", "a", "b"])
  }

  @Test("3: A concurrent step runs its children's next steps and leaves those links unchanged")
  func childrensNextSteps() {
    let child = harness.waiting("a", then: harness.waiting("a2"))
    harness.startMainActorFlow { _ in
      let group = ConcurrentFlowStep(identifier: "group", steps: [child, harness.waiting("b")])
      group.nextStep = harness.instant("n")
      return group
    }
    harness.complete("a", "b")
    #expect(started == ["group", "a", "b", "a2"])
    #expect(child.nextStep?.identifier == "a2")
    harness.complete("a2")
    #expect(started == ["group", "a", "b", "a2", "n"])
  }

  @Test("3: A concurrent step without children completes")
  func noChildren() {
    harness.startMainActorFlow { _ in ConcurrentFlowStep(identifier: "group", steps: []) }
    #expect(harness.trace.lines.last == "= nil")
  }

  @Test("3: A child that completes twice counts once")
  func doubleCounting() {
    harness.startMainActorFlow { _ in
      ConcurrentFlowStep(identifier: "group", steps: [harness.waiting("a"), harness.waiting("b")])
    }
    harness.complete("a", "a")
    #expect(harness.trace.lines.last == "a extra")
    harness.complete("b")
    #expect(harness.trace.lines.last == "= nil")
  }

  @Test("3: A child may choose its next step when it completes")
  func routingChild() {
    let child = harness.waiting("a")
    child.setCompletion { step, _ in step.nextStep = harness.instant("x") }
    harness.startMainActorFlow { _ in ConcurrentFlowStep(identifier: "group", steps: [child]) }
    harness.complete("a")
    #expect(started == ["group", "a", "x"])
    #expect(harness.trace.lines.last == "= nil")
  }

  @Test("3: A concurrent step that nothing owns lives while its children work")
  func unownedGroup() {
    // Started by hand and released at once, as in the original's example.
    func start() {
      let group = ConcurrentFlowStep(identifier: "group", steps: [harness.waiting("a")])
      group.nextStep = harness.instant("n")
      group.start(observer: harness.trace)
    }
    start()
    harness.complete("a")
    #expect(started == ["group", "a", "n"])
  }

  @Test("3: A concurrent step that starts again ignores late completions of the earlier start")
  func restartedGroup() {
    let group = ConcurrentFlowStep(identifier: "group", steps: [harness.waiting("a"), harness.waiting("b")])
    group.nextStep = harness.instant("n")
    group.start(observer: harness.trace)
    let before = [harness["a"], harness["b"]]
    group.start(observer: harness.trace)
    for handler in before { handler?.complete("late") }
    #expect(!started.contains("n"))
    harness.complete("a", "b")
    #expect(started.last == "n")
  }

  @Test("3: Children that complete on many threads are all counted")
  func manyThreads() async throws {
    let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
      scope.result = 0
      let children = (0..<64).map { number in
        let child = FlowStep(Any.self, Int.self, identifier: "\(number)") { _ in
          let handler = FlowStepHandler(Any.self, Int.self)
          DispatchQueue.global().async { handler.complete(number) }
          return handler
        }
        child.setCompletion { _, number in scope.result = (scope.result ?? 0) + (number ?? 0) }
        return child
      }
      return ConcurrentFlowStep(identifier: "group", steps: children)
    }
    for _ in 0..<trials(100, few: 10) { #expect(try await flow.run() == 64 * 63 / 2) }
  }

  @Test("4: A coordinator can be completed, and its next step then starts")
  func coordinator() {
    let coordinator = NavigationFlowCoordinator(
      navigationController: 0, identifier: "coordinator", firstStep: harness.waiting("screen"))
    coordinator.nextStep = harness.instant("n")
    harness.startMainActorFlow { _ in coordinator }
    coordinator.complete()
    harness.queue.play()
    #expect(started == ["coordinator", "screen", "n"])
  }

  @Test("5: A result arrives with its type, and no result differs from an optional without a value")
  func typedResults() {
    func arrives(_ result: Int??) -> String? {
      let trace = Trace()
      let step = FlowStep(Any.self, Int?.self, identifier: "a") { _ in
        let handler = FlowStepHandler(Any.self, Int?.self)
        // The type is checked here: a closure that takes anything else does not compile.
        let complete: (sending Int??) -> Void = handler.complete
        complete(result)
        return handler
      }
      step.setCompletion { _, result in trace.note("\(result as Int?? as Any)") }
      step.start()
      return trace.lines.last
    }
    #expect(arrives(.none) == "nil")
    #expect(arrives(.some(.none)) == "Optional(nil)")
    #expect(arrives(.some(.some(1))) == "Optional(Optional(1))")
  }

  @Test("6: The engine writes nothing to the console")
  func silence() async throws {
    let streams: [any PartialKeyPath<ExitTest.Result> & Sendable] = [\.standardOutputContent, \.standardErrorContent]
    let result = await #expect(processExitsWith: .success, observing: streams) {
      let flow = Flow(Any.self, Any.self, identifier: "Whisper") { _ in
        let group = ConcurrentFlowStep(
          identifier: "Whisper",
          steps: [
            FlowStep(Any.self, Any.self, identifier: "Whisper") { _ in nil },
            FlowStep(Any.self, Any.self, identifier: "Whisper") { _ in FlowStepHandler(Any.self, Any.self) },
          ])
        return NavigationFlowCoordinator(navigationController: 0, identifier: "Whisper", firstStep: group)
      }
      _ = try? flow.runAndWait()
    }
    let written = try #require(result)
    for stream in [written.standardOutputContent, written.standardErrorContent] {
      #expect(!String(decoding: stream, as: UTF8.self).contains("Whisper"))
    }
  }

  @Test("7: An early completion of a handler that two starts return is delivered only to the first start")
  func earlyCompletionOfTwoStarts() {
    let handler = FlowHarness.Handler()
    handler.complete("early")
    func step(_ identifier: String) -> FlowStep<Any, String> {
      let step = FlowStep(Any.self, String.self, identifier: identifier) { _ in handler }
      step.setCompletion { _, result in harness.trace.note("\(identifier)(\(result ?? "nil"))") }
      return step
    }
    harness.startMainActorFlow { _ in
      let first = step("first")
      first.nextStep = step("second")
      return first
    }
    #expect(harness.trace.lines.suffix(3) == ["first completed", "first(early)", "second began"])
    handler.complete("later")
    harness.queue.play()
    #expect(
      harness.trace.lines.suffix(5) == ["second completed", "second(later)", "rest", "F#1 completed", "= nil"])
  }
}
