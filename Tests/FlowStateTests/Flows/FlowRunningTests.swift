import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The ways to run a flow, and the queues to run it on.
struct FlowRunningTests {
  /// Doubles its content with the help of another thread.
  let double = Flow(Int.self, Int.self, identifier: "Double") { scope in
    let step = FlowStep(Int.self, Int.self, identifier: "double") { step in
      let handler = FlowStepHandler(Int.self, Int.self)
      let content = step.content
      DispatchQueue.global().async { handler.complete(content.map { $0 * 2 }) }
      return handler
    }
    step.content = scope.content
    step.setCompletion { _, result in scope.result = result }
    return step
  }

  @Test("A flow can be run from a task")
  func fromTask() async throws {
    let task = Task.detached { [double] in try await double.run(21) }
    #expect(try await task.value(orSay: "The run did not end") == 42)
  }

  @Test("A flow can be run from the main actor, on the main queue or elsewhere")
  @MainActor
  func fromMainActor() async throws {
    #expect(try await double.run(21) == 42)
    #expect(try await double.on(.main).run(21) == 42)
  }

  @Test("Starting a flow returns the run's name and reports the outcome once")
  func start() async throws {
    let outcomes = LockedList<Int?>()
    let id = try await patiently("The run did not end") { resume in
      let names = LockedList<FlowRunID>()
      let queue = DispatchQueue(label: "start", target: .global())
      let name = queue.sync {
        // The run cannot end before its name is stored, because it waits for this queue.
        let name = double.on(queue).start(21) { outcome in
          if case .completed(let result) = outcome { outcomes.append(result) }
          resume(names[0])
        }.id
        names.append(name)
        return name
      }
      #expect(name.flow == "Double")
    }
    #expect(id.description == "Double#1")
    #expect(outcomes.all == [42])
  }

  @Test("Starting a flow begins nothing before start returns, even on the flow's own queue")
  @MainActor
  func startReturnsFirst() {
    let trace = Trace()
    let queue = ManualQueue()
    let flow = Flow(Any.self, Any.self, identifier: "F") { _ in
      trace.note("builder")
      return FlowStep(Any.self, Any.self, identifier: "a") { _ in nil }
    }
    queue.perform {
      flow.on(queue).start()
      trace.note("returned")
    }
    queue.play()
    #expect(trace.lines == ["returned", "builder"])
  }

  @Test("A flow can be run with runAndWait from the main thread and from a background queue")
  @MainActor
  func runAndWait() async throws {
    #expect(try double.runAndWait(21) == 42)
    let result: Result<Int?, any Error> = try await patiently("The blocking call did not return") { resume in
      DispatchQueue.global().async { [double] in
        resume(Result { try double.runAndWait(21) })
      }
    }
    #expect(try result.get() == 42)
  }

  @Test("A flow runs on the caller's serial queue, given at its creation or later")
  func serialQueue() async throws {
    let queue = DispatchQueue(label: "caller's")
    let build: @Sendable (FlowScope<Any, Bool>) -> any Startable = { scope in
      dispatchPrecondition(condition: .onQueue(queue))
      scope.result = true
      return FlowStep(Any.self, Any.self, identifier: "a") { _ in nil }
    }
    #expect(try await Flow(Any.self, Bool.self, identifier: "F", on: queue, build).run() == true)
    #expect(try await Flow(Any.self, Bool.self, identifier: "F", build).on(queue).run() == true)
    #expect(try Flow(Any.self, Bool.self, identifier: "F", on: .main, build).on(queue).runAndWait() == true)
  }

  @Test("A flow can run on a global queue")
  func globalQueue() async throws {
    #expect(try await double.on(.global()).run(21) == 42)
    #expect(try double.on(.global(qos: .background)).runAndWait(21) == 42)
  }

  @Test("A flow can run on a queue that a test plays")
  func manualQueue() {
    let queue = ManualQueue()
    let handlers = LockedList<FlowStepHandler<Any, Int>>()
    let results = LockedList<Int?>()
    let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
      let step = FlowStep(Any.self, Int.self, identifier: "a") { _ in
        handlers.appendHandler()
      }
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    flow.on(queue).start { outcome in
      if case .completed(let result) = outcome { results.append(result) }
    }
    #expect(handlers.count == 0)
    queue.play()
    handlers[0].complete(42)
    #expect(results.count == 0)
    queue.play()
    #expect(results.all == [42])
  }

  @Test("A main-actor builder can use main-actor state")
  @MainActor
  func mainActorBuilder() async throws {
    let board = Board()
    let flow = Flow(
      Int.self, Int.self, identifier: "F",
      onMainActor: { scope in
        board.lines.append("builder")
        let step = FlowStep(Any.self, Int.self, identifier: "a") { _ in
          board.lines.append("intent")
          let handler = FlowStepHandler(Any.self, Int.self)
          DispatchQueue.global().async { handler.complete(1) }
          return handler
        }
        step.setCompletion { _, number in
          board.lines.append("completion")
          scope.result = (scope.content ?? 0) + (number ?? 0)
        }
        return step
      })
    #expect(try await flow.run(41) == 42)
    #expect(board.lines == ["builder", "intent", "completion"])
  }

  @MainActor final class Board { var lines: [String] = [] }

  @Test("Copies of a flow number their runs together")
  func runNumbers() {
    let queue = ManualQueue()
    let other = double.on(queue)
    let observed = other.observed(by: Trace())
    let ids = [other.start(1), observed.start(1), other.start(1), observed.timed(by: MonotonicClock()).start(1)]
    #expect(ids.map(\.description) == ["Double#1", "Double#2", "Double#3", "Double#4"])
    let namesake = Flow(Any.self, Any.self, identifier: "Double") { _ in
      FlowStep(Any.self, Any.self, identifier: "a") { _ in nil }
    }
    #expect(namesake.on(queue).start().description == "Double#1")
    queue.play()
  }

  @Test("Two simultaneous runs share nothing, even on one queue")
  func twoRuns() {
    let queue = ManualQueue()
    let handlers = LockedList<FlowStepHandler<Any, Int>>()
    let results = Trace()
    let flow = Flow(String.self, Int.self, identifier: "Sum") { scope in
      var sum = 0
      let step = FlowStep(Any.self, Int.self, identifier: "add") { _ in
        handlers.appendHandler()
      }
      step.setCompletion { step, number in
        sum += number ?? 0
        scope.result = sum
        step.nextStep = number == nil ? nil : step
      }
      return step
    }
    for name in ["one", "two"] {
      flow.on(queue).start(name) { outcome in
        if case .completed(let sum?) = outcome { results.note("\(name) \(sum)") }
      }
    }
    queue.play()
    for (index, number) in [1, 100, 2, 200].enumerated() {
      handlers[index].complete(number)
      queue.play()
    }
    handlers[5].complete(nil)
    handlers[4].complete(nil)
    queue.play()
    #expect(results.lines == ["two 300", "one 3"])
  }

  @Test("Content is nil by default, and so is a result that is never set")
  func defaults() async throws {
    let flow = Flow(Int.self, Int.self, identifier: "F") { scope in
      #expect(scope.content == nil)
      #expect(scope.result == nil)
      return FlowStep(Any.self, Int.self, identifier: "a") { _ in
        let handler = FlowStepHandler(Any.self, Int.self)
        handler.complete(7)
        return handler
      }
    }
    #expect(try await flow.run() == nil)
    #expect(try flow.runAndWait() == nil)
  }

  @Test("An optional result distinguishes no result from a value that is nil")
  func optionalResult() async throws {
    let flow = Flow(Bool.self, Int?.self, identifier: "F") { scope in
      if scope.content == true { scope.result = .some(.none) }
      return FlowStep(Any.self, Int.self, identifier: "a") { _ in nil }
    }
    #expect(try await flow.run(true) == .some(.none))
    #expect(try await flow.run(false) == .none)
  }

  @Test("A trailing closure that is marked @MainActor makes a main-actor flow")
  @MainActor func trailingMainActorBuilder() async throws {
    let seen = Box<[String]>([])
    let flow = Flow(Any.self, Int.self, identifier: "Main") { @MainActor scope in
      let step = FlowStep(Any.self, Int.self, identifier: "a") { _ in
        MainActor.preconditionIsolated()
        seen.value.append("intent")
        return nil
      }
      step.setCompletion { _, _ in scope.result = seen.value.count }
      return step
    }
    #expect(try await flow.run() == 1)
  }
}
