import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 2 for a handler that several starts return: the latest start has it, and the others are superseded.
@Suite(.timeLimit(.minutes(15)))
struct SharedHandlerTests {
  typealias Handler = FlowStepHandler<Any, Int>
  typealias Step = FlowStep<Any, Int>

  /// Starts two runs on two queues whose intents return one handler at the same moment, and returns their outcomes.
  static func race(served: Bool) -> [String] {
    let handler = Handler()
    if served { _ = try? single("W", DispatchQueue(label: "W"), handler) { handler.complete(0) }.runAndWait() }
    let barrier = Barrier(2)
    let queues = ["A", "B"].map { DispatchQueue(label: $0) }
    let ended = DispatchSemaphore(value: 0)
    let endings = LockedList<String>()
    for queue in queues {
      single(queue.label, queue, handler) { barrier.meet() }.start { outcome in
        switch outcome {
        case .completed(let number): endings.append("completed \(number ?? -1)")
        case .failed(let error): if case .superseded? = (error as? FlowError)?.reason { endings.append("superseded") }
        case .cancelled: endings.append("cancelled")
        }
        ended.signal()
      }
    }
    for queue in queues { queue.sync {} }
    handler.complete(1)
    for _ in queues { ended.wait(orSay: "A run did not end") }
    return endings.all.sorted()
  }

  static func single(
    _ name: String, _ queue: DispatchQueue, _ handler: Handler, _ intent: @escaping @Sendable () -> Void
  ) -> Flow<Any, Int> {
    Flow(Any.self, Int.self, identifier: name, on: queue) { scope in
      let step = Step(identifier: name) { _ in
        intent()
        return handler
      }
      step.setCompletion { _, number in scope.result = number }
      return step
    }
  }

  @Test(
    "Of two runs that return one handler at once, one keeps it and the other is superseded", arguments: [true, false])
  func twoRuns(served: Bool) async {
    let fault = await onThread {
      // Stops after the first failure, because each further one would wait.
      (0..<trials(1_000, few: 100)).lazy.map { _ in Self.race(served: served) }
        .first { $0 != ["completed 1", "superseded"] }
    }
    #expect(fault == nil)
  }

  /// Lets a thread report to a handler that has served a run, while the intent of a run on another queue executes, which returns the
  /// handler. Returns the result of that run.
  static func takeLateReport() -> Int? {
    let handler = Handler()
    _ = try? single("A", DispatchQueue(label: "A"), handler) { handler.complete(0) }.runAndWait()
    let second = single("B", DispatchQueue(label: "B"), handler) {
      let reported = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        handler.complete(1)
        reported.signal()
      }
      reported.wait(orSay: "The report was not made")
    }
    return try? second.runAndWait()
  }

  @Test("A start takes a late report while the queue that the report is addressed to opens it")
  func takenWhileOpened() async {
    let fault = await onThread {
      (0..<500).lazy.map { _ in Self.takeLateReport() }.first { $0 != 1 }
    }
    #expect(fault == nil)
  }

  @Test(
    "A step whose handler another run has taken ends as superseded, on the same queue or another",
    arguments: [true, false])
  func otherRun(isOnSameQueue: Bool) {
    let trace = Trace()
    let screen = Handler()
    let first = ManualQueue()
    let second = isOnSameQueue ? first : ManualQueue()
    for (name, queue) in [("A", first), ("B", second)] {
      Flow(Any.self, Int.self, identifier: name) { _ in Step(identifier: "step") { _ in screen } }
        .on(queue).observed(by: trace).start()
      queue.play()
    }
    first.play()
    #expect(trace.lines.contains("A#1 failed"))
    screen.complete(1)
    second.play()
    #expect(trace.lines.last == "B#1 completed")
    #expect(!trace.lines.contains { $0.hasSuffix("extra") })
  }

  @Test("A step that starts again does not take its former handler from the step that has it now")
  func restarted() {
    let queue = ManualQueue()
    let trace = Trace()
    let (screen, gate) = (Handler(), Handler())
    let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
      let (own, opened) = (Handler(), Handler())
      var starts = 0
      let first = Step(identifier: "first") { _ in
        starts += 1
        return starts == 1 ? screen : own
      }
      first.setCompletion { _, _ in opened.complete(1) }
      let between = Step(identifier: "between") { _ in gate }
      first.nextStep = between
      between.nextStep = first
      let wait = Step(identifier: "wait") { _ in opened }
      wait.nextStep = Step(identifier: "second") { _ in screen }
      return ConcurrentFlowStep(identifier: "both", steps: [first, wait])
    }
    let run = flow.on(queue).observed(by: trace).start()
    queue.play()
    for (handler, number) in [(screen, 1), (gate, 1), (screen, 2)] {
      handler.complete(number)
      queue.play()
    }
    #expect(trace.lines.filter { $0.hasPrefix("second") } == ["second began", "second completed"])
    #expect(!trace.lines.contains { $0.hasSuffix("extra") })
    run.cancel()
    queue.play()
  }

  @Test("Content of a step does not reach a screen that now serves another step")
  @MainActor func content() {
    let trace = Trace()
    let screen = FlowStepHandler(String.self, Int.self)
    screen.contentUpdateHandler = { [unowned screen] in trace.note("\($0 ?? "nil"), \(screen.content ?? "nil")") }
    let first = FlowStep(String.self, Int.self, identifier: "first") { _ in screen }
    let second = FlowStep(String.self, Int.self, identifier: "second") { _ in screen }
    first.nextStep = second
    (first.content, second.content) = ("one", "two")
    first.start()
    screen.complete(1)
    first.content = "one more"
    second.content = "two more"
    #expect(trace.lines == ["one, one", "two, two", "two more, two more"])
    #expect(screen.content == "two more")
  }

  @Test("A bare step whose handler now serves another step is released when nothing needs it")
  @MainActor func letGo() async throws {
    let objects = ObjectCounter()
    let screen = Handler()
    func start() {
      let alive = objects.makeObject()
      let first = Step(identifier: "first") { _ in
        alive.touch()
        return screen
      }
      first.setCompletion { step, _ in step.nextStep = nil }
      first.start()
      screen.complete(1)
      let second = Step(identifier: "second") { _ in screen }
      second.start()
    }
    start()
    try await mainQueueTurn()
    #expect(objects.living == 0)
    screen.complete(2)
  }
}
