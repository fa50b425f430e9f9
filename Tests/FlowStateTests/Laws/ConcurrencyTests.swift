import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Laws 2 and 3 under contention: one completion counts, none is lost, and the others are reported.
@Suite(.timeLimit(.minutes(15)))
struct ConcurrencyTests {
  typealias Handler = FlowStepHandler<Any, Int>

  /// A run of one step that waits for a handler, on a Dispatch queue.
  struct Trial {
    let tally = Tally()
    let handlers = LockedList<Handler>()
    let queue = DispatchQueue(label: "trial", target: .global())

    /// Starts the run. When this returns, `handlers` contains the step's handler.
    func start() {
      Flow(Any.self, Int.self, identifier: "Trial", on: queue) { [handlers] _ in
        FlowStep(Any.self, Int.self, identifier: "step") { _ in
          handlers.appendHandler()
        }
      }
      .observed(by: tally).start()
      queue.sync {}
    }

    /// Returns the reported events after everything is delivered.
    func finish() -> String {
      queue.sync {}
      // A message that arrived at the very end of a turn is delivered by another turn, which is enqueued now.
      queue.sync {}
      return tally.summary
    }
  }

  /// Runs trials in which all threads do their parts at the same time, and counts the outcomes.
  static func race(
    _ count: Int, threads: Int,
    _ part: @escaping @Sendable (_ thread: Int, _ trial: Int, _ handlers: LockedList<Handler>) -> Void
  ) -> [String: Int] {
    let trials = (0..<count).map { _ in Trial() }
    let barrier = Barrier(threads + 1)
    let outcomes = LockedList<String>()
    onThreads(threads + 1) { thread in
      for (number, trial) in trials.enumerated() {
        if thread == threads { trial.start() }
        barrier.meet()
        if thread < threads { part(thread, number, trial.handlers) }
        barrier.meet()
        if thread == threads { outcomes.append(trial.finish()) }
      }
    }
    return outcomes.all.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  @Test("A handler that eight threads complete makes one completion and seven extras")
  func eightThreads() {
    let count = trials(5_000, few: 500)
    let outcomes = ConcurrencyTests.race(count, threads: 8) { thread, _, handlers in handlers[0].complete(thread) }
    #expect(outcomes == ["1 completed, 7 extra": count])
  }

  @Test("A failure that races a completion makes one settlement and one extra")
  func failRacesComplete() {
    let count = trials(5_000, few: 500)
    let outcomes = ConcurrencyTests.race(count, threads: 2) { thread, _, handlers in
      if thread == 0 { handlers[0].complete(1) } else { handlers[0].fail(TestError()) }
    }
    #expect(outcomes["1 completed, 1 extra", default: 0] + outcomes["1 failed, 1 extra", default: 0] == count)
  }

  @Test("Releasing a handler while another thread completes or releases it ends the step exactly once")
  func releaseRacesCompletion() {
    let count = trials(5_000, few: 500)
    // Whether the second thread completes is drawn for each trial.
    var generator = SeededGenerator(seed: 11)
    let completes = (0..<count).map { _ in Bool.random(using: &generator) }
    let outcomes = ConcurrencyTests.race(count, threads: 2) { thread, trial, handlers in
      if thread == 1, completes[trial], let handler = handlers.all.first { handler.complete(1) }
      handlers.removeAll()
    }
    #expect(outcomes["1 completed", default: 0] + outcomes["1 abandoned", default: 0] == count)
    #expect(outcomes["1 abandoned", default: 0] >= completes.count { !$0 })
  }

  @Test("A completion that races the intent's return counts exactly once")
  func completionRacesReturn() async throws {
    let count = trials(100_000, few: 5_000)
    let tally = Tally()
    let flow = Flow(Any.self, Int.self, identifier: "Race") { scope in
      var turns = 0
      var sum = 0
      var generator = SeededGenerator(seed: 5)
      let step = FlowStep(Any.self, Int.self, identifier: "step") { _ in
        let handler = Handler()
        DispatchQueue.global().async { handler.complete(1) }
        // Waits for a random part of the time that the other thread needs to complete the handler.
        for _ in 0..<Int.random(in: 0..<400, using: &generator) { sum &+= 1 }
        return handler
      }
      step.setCompletion { step, result in
        turns += result ?? 0
        scope.result = turns
        step.nextStep = turns < count ? step : nil
      }
      return step
    }
    #expect(try await flow.observed(by: tally).run() == count)
    #expect(tally.summary == "\(count) completed")
  }

  /// The place where a step leaves its handler for the thread that completes it.
  struct Seat {
    let handlers = LockedList<Handler>()
    let isTaken = DispatchSemaphore(value: 0)
  }

  @Test("Each of thousands of completions by two threads wakes the run")
  func everyCompletionWakes() async {
    let rounds = trials(10_000, few: 1_000)
    let seats = [Seat(), Seat()]
    // A queue without a target has a thread of its own and need not wait for one.
    let queue = DispatchQueue(label: "wakes")
    let flow = Flow(Any.self, Int.self, identifier: "Wakes", on: queue) { _ in
      let steps = seats.map { seat in
        var round = 0
        let step = FlowStep(Any.self, Int.self, identifier: "step") { _ in
          let handler = Handler()
          seat.handlers.append(handler)
          seat.isTaken.signal()
          return handler
        }
        step.setCompletion { step, _ in
          round += 1
          step.nextStep = round < rounds ? step : nil
        }
        return step
      }
      return ConcurrentFlowStep(identifier: "both", steps: steps)
    }
    let run = flow.start()
    let lost = LockedList<Int>()
    await onThreads(seats.count) { index in
      for round in 0..<rounds {
        // Waits far longer than any machine needs to start a step.
        guard seats[index].isTaken.wait(orSay: "A report was lost") else { return lost.append(round) }
        // One thread completes its handler when the run is idle, the other at any time.
        if index == 0 { queue.sync {} }
        seats[index].handlers.removeAll().first?.complete(round)
      }
    }
    #expect(lost.all == [], "the rounds in which the run was not woken")
    run.cancel()
  }

  @Test(
    "Two hundred children that complete on the global queue complete their step, five hundred times",
    arguments: [false, true])
  func joins(isTyped: Bool) async throws {
    let flow = Flow(Any.self, [Int].self, identifier: "Join") { scope in
      let children = (0..<200).map { number in
        FlowStep(Any.self, Int.self, identifier: "\(number)") { _ in
          let handler = Handler()
          DispatchQueue.global().async { handler.complete(number) }
          return handler
        }
      }
      if isTyped {
        let all = FlowStep(identifier: "all", joining: children)
        all.setCompletion { _, results in scope.result = results?.compactMap { $0 } }
        return all
      }
      var results: [Int] = []
      for child in children {
        child.setCompletion { _, result in
          results.append(result ?? -1)
          if results.count == 200 { scope.result = results.sorted() }
        }
      }
      return ConcurrentFlowStep(identifier: "all", steps: children)
    }
    for _ in 0..<trials(500, few: 50) { #expect(try await flow.run() == Array(0..<200)) }
  }
}
