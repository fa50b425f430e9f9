import Dispatch
import FlowState
import Foundation
import Testing

/// The threads that execute the functions of async steps.
struct AsyncStepPlaceTests {
  /// Blocks the thread until the semaphore is signalled; returns false after ten seconds.
  fileprivate static func isSignalled(_ semaphore: DispatchSemaphore) -> Bool {
    semaphore.wait(timeout: .now() + 10) == .success
  }

  @Test("An async function leaves the run's queue free, and the completion closure is called on that queue")
  func queue() async throws {
    let queue = DispatchQueue(label: "own")
    let flow = Flow(Any.self, Bool.self, identifier: "F", on: queue) { scope in
      let step = FlowStep(Any.self, Bool.self, identifier: "a") { _ async in
        dispatchPrecondition(condition: .notOnQueue(queue))
        let isFree = DispatchSemaphore(value: 0)
        queue.async { isFree.signal() }
        return AsyncStepPlaceTests.isSignalled(isFree)
      }
      step.setCompletion { _, result in
        dispatchPrecondition(condition: .onQueue(queue))
        scope.result = result
      }
      return step
    }
    #expect(try await flow.run() == true, "The run's queue was busy with the function.")
  }

  @Test("The main actor stays free while an async step of a main-actor flow works or awaits other work")
  func mainActorIsFree() async {
    // In a process of its own: other tests keep threads busy.
    await #expect(processExitsWith: .success) {
      @Sendable func work() async -> Bool {
        let isFree = DispatchSemaphore(value: 0)
        Task { @MainActor in isFree.signal() }
        return AsyncStepPlaceTests.isSignalled(isFree)
      }
      let flow = Flow(
        Any.self, [Bool].self, identifier: "F",
        onMainActor: { scope in
          let step = FlowStep(Any.self, Bool.self, identifier: "nobody's") { _ in await work() }
          let own = FlowStep(Any.self, Bool.self, identifier: "main actor's") { @MainActor _ in
            async let child = work()
            let isFree = await work()
            return await child && isFree
          }
          let both = FlowStep(identifier: "both", joining: [step, own])
          both.setCompletion { _, results in scope.result = results?.map { $0 ?? false } }
          return both
        })
      let areFree = try? await flow.run()
      #expect(areFree == [true, true], "The main actor was busy with the function.")
    }
  }

  @Test(
    "Child tasks of an async step execute in parallel",
    .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1, "Swift has one thread for all tasks here."))
  func children() async {
    // In a process of its own: other tests keep threads busy.
    await #expect(processExitsWith: .success) {
      let flow = Flow(Any.self, Bool.self, identifier: "F") { scope in
        let step = FlowStep(Any.self, Bool.self, identifier: "a") { _ in
          let one = DispatchSemaphore(value: 0)
          let two = DispatchSemaphore(value: 0)
          @Sendable func meet(_ own: DispatchSemaphore, _ other: DispatchSemaphore) async -> Bool {
            own.signal()
            return AsyncStepPlaceTests.isSignalled(other)
          }
          async let first = meet(one, two)
          async let second = meet(two, one)
          return await (first, second) == (true, true)
        }
        step.setCompletion { _, result in scope.result = result }
        return step
      }
      let haveMet = try? await flow.run()
      #expect(haveMet == true, "One child waited until the other had ended.")
    }
  }

  @Test("Calls of runAndWait that block every thread of Swift's pool still let their async steps run")
  func waiting() async {
    await #expect(processExitsWith: .success) {
      let ended = DispatchSemaphore(value: 0)
      Thread {
        guard ended.wait(timeout: .now() + 20) == .timedOut else { return }
        FileHandle.standardError.write(Data("The runs wait for each other's threads.".utf8))
        exit(1)
      }.start()
      let inner = Flow(Int.self, Int.self, identifier: "Inner", on: DispatchQueue(label: "inner")) { _ in
        FlowStep(Any.self, Any.self, identifier: "a") { _ async in await Task.yield() }
      }
      let flow = Flow(Any.self, Any.self, identifier: "F") { _ in
        let first = FlowStep(Any.self, Any.self, identifier: "a") { _ async in await Task.yield() }
        first.nextStep = FlowStep(inner)
        return first
      }
      await withTaskGroup { group in
        for _ in 0..<4 * ProcessInfo.processInfo.activeProcessorCount {
          group.addTask { _ = try? flow.runAndWait() }
        }
      }
      ended.signal()
    }
  }
}
