import Dispatch
import FlowState
import Foundation
import TestSupport
import Testing

/// The threads that execute a run that a thread waits for.
struct RunAndWaitTests {
  typealias Handler = FlowStepHandler<Any, Int>

  /// The thread that creates the value.
  private struct Worker: Equatable, Sendable {
    private let thread = ObjectIdentifier(Thread.current)
  }

  /// A flow that notes the threads that execute its closures; its step is completed by another thread.
  private static func flow(_ threads: LockedList<Worker>, on queue: DispatchQueue? = nil) -> Flow<Any, Int> {
    Flow(Any.self, Int.self, identifier: "F", on: queue) { scope in
      threads.append(Worker())
      let step = FlowStep(Any.self, Int.self, identifier: "s") { _ in
        threads.append(Worker())
        let handler = Handler()
        Thread { handler.complete(42) }.start()
        return handler
      }
      step.setCompletion { _, result in
        threads.append(Worker())
        if let queue { dispatchPrecondition(condition: .onQueue(queue)) }
        scope.result = result
      }
      return step
    }
  }

  @Test(
    "A thread that waits for a run executes its closures, whatever the flow's queue",
    arguments: ["none", "serial", "concurrent", "global"])
  func waitingThread(kind: String) async throws {
    let threads = LockedList<Worker>()
    let queue: DispatchQueue? =
      switch kind {
      case "serial": DispatchQueue(label: "serial")
      case "concurrent": DispatchQueue(label: "concurrent", attributes: .concurrent)
      default: nil
      }
    let (result, caller) = await onThread {
      let flow = kind == "global" ? Self.flow(threads).on(.global()) : Self.flow(threads, on: queue)
      return (Swift.Result { try flow.runAndWait() }, Worker())
    }
    #expect(try result.get() == 42)
    #expect(threads.count == 3)
    #expect(threads.all.allSatisfy { $0 == caller })
  }

  @Test("A thread that waits for a run executes its nested runs too")
  func nested() async throws {
    let threads = LockedList<Worker>()
    let (result, caller) = await onThread {
      let outer = Flow(Any.self, Int.self, identifier: "Outer") { scope in
        let step = FlowStep(Self.flow(threads))
        step.setCompletion { _, result in scope.result = result }
        return step
      }
      return (Swift.Result { try outer.runAndWait() }, Worker())
    }
    #expect(try result.get() == 42)
    #expect(threads.count == 3)
    #expect(threads.all.allSatisfy { $0 == caller })
  }

  @Test("A thread that waits for a run on the main queue does not execute its closures")
  func onMain() async throws {
    let threads = LockedList<Worker>()
    let (result, caller) = await onThread {
      (Swift.Result { try Self.flow(threads).on(.main).runAndWait() }, Worker())
    }
    #expect(try result.get() == 42)
    #expect(threads.count == 3)
    #expect(!threads.all.contains(caller))
  }

  @Test("The main thread does not execute a run that it waits for")
  @MainActor func mainThreadWaits() throws {
    let threads = LockedList<Worker>()
    let caller = Worker()
    #expect(try Self.flow(threads).runAndWait() == 42)
    #expect(threads.count == 3)
    #expect(!threads.all.contains(caller))
  }

  @Test("More waiting blocks than the pool has threads all end", arguments: [false, true])
  func fullPool(onOneQueue: Bool) async {
    let isDone = await onThread {
      let queue = onOneQueue ? DispatchQueue(label: "shared") : nil
      let group = DispatchGroup()
      for _ in 0..<128 {
        DispatchQueue.global().async(group: group) {
          _ = try? Self.flow(LockedList(), on: queue).runAndWait()
        }
      }
      let done = DispatchSemaphore(value: 0)
      group.notify(queue: DispatchQueue(label: "done")) { done.signal() }
      return done.wait(orSay: "The waiting blocks did not end")
    }
    #expect(isDone)
  }

  @Test("A run that ends on another thread releases the thread that waits for it")
  func endedElsewhere() async throws {
    let queue = DispatchQueue(label: "own")
    let handlers = LockedList<Handler>()
    let isWaiting = DispatchSemaphore(value: 0)
    let trace = Trace()
    let flow = Flow(Any.self, Int.self, identifier: "F", on: queue) { scope in
      let step = FlowStep(Any.self, Int.self, identifier: "s") { _ in
        let handler = Handler()
        handlers.append(handler)
        isWaiting.signal()
        return handler
      }
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    Thread {
      isWaiting.wait(orSay: "The step did not begin")
      queue.sync {
        handlers[0].complete(42)
        trace.note("completed on the spot")
      }
    }.start()
    let result = await onThread { Swift.Result { try flow.runAndWait() } }
    #expect(try result.get() == 42)
    queue.sync {}
    #expect(trace.lines == ["completed on the spot"])
  }

  @Test("Reports after the end are extra, even if no thread waits any more")
  func afterTheEnd() async throws {
    for _ in 0..<trials(1_000, few: 100) {
      let handlers = LockedList<Handler>()
      let extras = DispatchSemaphore(value: 0)
      let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
        FlowStep(Any.self, Int.self, identifier: "s") { _ in
          let handler = Handler()
          handlers.append(handler)
          for _ in 0..<2 { DispatchQueue.global().async { handler.complete(1) } }
          return handler
        }
      }
      .observed(by: LineObserver { if $0.contains("extra") { extras.signal() } })
      let isTold = await onThread {
        _ = try? flow.runAndWait()
        handlers[0].complete(2)
        return (0..<2).allSatisfy { _ in extras.wait(orSay: "An extra report was not told") }
      }
      #expect(isTold)
      if !isTold { return }
    }
  }

  @Test("Nesting a flow on the main queue in a run that the main thread waits for traps", arguments: [0, 1, 2, 3])
  func nestedOnMain(way: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [way = way as Int] in
      await MainActor.run {
        let inner = Flow(Int.self, Int.self, identifier: "Inner") { @MainActor _ in
          FlowStep(Any.self, Int.self, identifier: "a") { _ in nil }
        }
        let middle = Flow(Int.self, Int.self, identifier: "Middle") { _ in
          guard way == 2 else { return FlowStep(inner) as AnyFlowStep }
          return FlowStep(Any.self, Int.self, identifier: "waits") { _ in
            _ = try? inner.runAndWait()
            return nil
          }
        }
        let outer = Flow(Any.self, Int.self, identifier: "Outer") { _ in
          switch way {
          case 0: FlowStep(inner)
          case 1: FlowStep(middle.on(DispatchQueue(label: "another")))
          case 2: FlowStep(middle)
          default: FlowStep(inner).timeout(.seconds(5))
          }
        }
        // If it does not trap, the child process succeeds, and the test fails.
        DispatchQueue.global().asyncAfter(deadline: .now() + 10) { exit(EXIT_SUCCESS) }
        _ = try? outer.runAndWait()
      }
    }
    expectSaid(
      result, "runAndWait of flow 'Outer' blocks the main thread, on which flow 'Inner' runs. Use run or start.")
  }

  @Test("Nesting a flow on a queue that waits for the outer run traps")
  func nestedOnWaitingQueue() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let queue = DispatchQueue(label: "own")
      let inner = Flow(Int.self, Int.self, identifier: "Inner", on: queue) { _ in
        FlowStep(Any.self, Int.self, identifier: "a") { _ in nil }
      }
      let outer = Flow(Any.self, Int.self, identifier: "Outer") { _ in FlowStep(inner) }
      DispatchQueue.global().asyncAfter(deadline: .now() + 10) { exit(EXIT_SUCCESS) }
      queue.sync { _ = try? outer.runAndWait() }
    }
    expectSaid(result, "runAndWait of flow 'Outer' blocks the queue, on which flow 'Inner' runs. Use run or start.")
  }
}
