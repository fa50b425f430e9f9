import FlowState
import FlowStateTesting
import TestSupport
import Testing

private enum Guest: FlowContextKey { typealias Value = CountedObject }
private enum Count: FlowContextKey { typealias Value = Int }

/// Law 6 for context values: they are released before the run reports its end.
struct ContextLifetimeTests {
  typealias Handler = FlowStepHandler<Any, String>

  let queue = ManualQueue()
  let objects = ObjectCounter()
  let handlers = LockedList<Handler>()
  let trace = Trace()
  /// Contexts that outlive their runs. Safe, because they are used only on this thread.
  let contexts = Box<[FlowContext]>([])

  /// Starts a flow and a flow nested in it, each with an object in its context. The nested flow's step waits.
  private func start(keepingContext: Bool = false) -> FlowRun {
    let contexts = contexts
    let inner = Flow(Any.self, String.self, identifier: "N") { [objects, handlers] scope in
      scope.context[Guest.self] = objects.makeObject()
      return FlowStep(Any.self, String.self, identifier: "x") { step in
        if keepingContext { contexts.value.append(step.context) }
        return handlers.appendHandler()
      }
    }
    let flow = Flow(Any.self, String.self, identifier: "F") { [objects] scope in
      scope.context[Guest.self] = objects.makeObject()
      if keepingContext { contexts.value.append(scope.context) }
      return FlowStep(inner)
    }
    let run = flow.on(queue).start { [trace, objects] outcome in trace.note("\(outcome), \(objects.living) alive") }
    queue.play()
    return run
  }

  @Test(
    "Context values are released before the run reports its end, whatever is kept",
    arguments: ["nothing", "run", "handler", "context"], ["rest", "fail", "cancel"])
  func ending(kept: String, ending: String) {
    let run = start(keepingContext: kept == "context")
    #expect(objects.living == 2)
    switch ending {
    case "rest": handlers[0].complete("X")
    case "fail": handlers[0].fail(TestError())
    default: run.cancel()
    }
    if kept != "handler" { handlers.removeAll() }
    queue.play()
    #expect(trace.lines.count == 1)
    #expect(trace.lines.first?.hasSuffix(" 0 alive") == true)
    #expect(objects.living == 0)
    withExtendedLifetime((kept == "run" ? run : nil, handlers)) {}
  }

  @Test("A context that outlives its run returns nil on any queue and ignores new values")
  func afterwards() {
    _ = start(keepingContext: true)
    queue.perform {
      for context in contexts.value {
        #expect(context[Guest.self] != nil)
        context[Count.self] = 1
      }
    }
    handlers.removeAll()[0].complete("X")
    queue.play()
    #expect(contexts.value.count == 2)
    for context in contexts.value {
      #expect(context[Guest.self] == nil)
      #expect(context[Count.self] == nil)
      context[Guest.self] = objects.makeObject()
      #expect(context[Guest.self] == nil)
      #expect(context.variant(of: "any") == nil)
    }
    #expect(objects.living == 0)
  }

  @Test("A value may read its context while it is released")
  func readsWhileGoing() {
    let seen = LockedList<Bool>()
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      scope.context[Nosy.Key.self] = Nosy(scope.context, seen)
      scope.context[Nosy.Key.self] = Nosy(scope.context, seen)
      return FlowStep(Any.self, String.self, identifier: "x") { _ in nil }
    }
    flow.on(queue).start { [trace] _ in trace.note("end") }
    queue.play()
    #expect(seen.all == [true, false], "it finds its successor, and after the end nothing")
    #expect(trace.lines == ["end"])
  }

  private final class Nosy {
    enum Key: FlowContextKey { typealias Value = Nosy }
    let context: FlowContext
    let seen: LockedList<Bool>

    init(_ context: FlowContext, _ seen: LockedList<Bool>) {
      self.context = context
      self.seen = seen
    }

    deinit {
      seen.append(context[Key.self] != nil)
    }
  }

  private enum Lasting: FlowContextKey {
    typealias Value = Int
    static let survivesGoingBack = true
  }

  @Test("Going back restores context values, except those that survive going back")
  func goingBack() {
    let flow = Flow(Any.self, String.self, identifier: "F") { [handlers, trace] _ in
      let steps = ["a", "b"].map { identifier in
        FlowStep(Any.self, String.self, identifier: identifier) { step in
          step.context[Count.self, default: 0] += 1
          step.context[Lasting.self, default: 0] += 1
          trace.note("\(identifier) \(step.context[Count.self] ?? 0) \(step.context[Lasting.self] ?? 0)")
          return handlers.appendHandler()
        }
      }
      steps[0].nextStep = steps[1]
      return steps[0]
    }
    let run = flow.reversible().on(queue).start()
    queue.play()
    handlers[0].complete("A")
    queue.play()
    run.goBack()
    queue.play()
    #expect(trace.lines == ["a 1 1", "b 2 2", "a 1 3"])
  }
}

/// Passes a value to a closure that runs on the same thread.
struct Sent<Value>: @unchecked Sendable {
  // Guard: the test plays the queue that executes the closure on its own thread.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
