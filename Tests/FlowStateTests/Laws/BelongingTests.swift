import FlowState
import FlowStateTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// Law 2: a report that is made while an intent executes belongs to that start if the intent returns the handler,
/// whatever the handler has served before.
@Suite(.timeLimit(.minutes(15)))
struct BelongingTests {
  typealias Handler = FlowStepHandler<Any, Int>
  typealias Step = FlowStep<Any, Int>

  let trace = Trace()
  let queue = ManualQueue()

  /// Starts a run and plays it to where it waits.
  func start(_ flow: Flow<Any, Int>, on queue: ManualQueue? = nil) {
    flow.on(queue ?? self.queue).observed(by: trace).start { [trace] outcome in
      if case .completed(let number) = outcome { trace.note("= \(number ?? -1)") } else { trace.note("= other") }
    }
    (queue ?? self.queue).play()
  }

  /// A flow of one step that returns the handler.
  func flow(_ name: String, _ handler: Handler, reports: Int? = nil) -> Flow<Any, Int> {
    Flow(Any.self, Int.self, identifier: name) { scope in
      let step = Step(identifier: name.lowercased()) { _ in
        if let reports { handler.complete(reports) }
        return handler
      }
      step.setCompletion { _, number in scope.result = number }
      return step
    }
  }

  @Test("A screen that serves two steps may complete at once in each")
  func twoSteps() {
    start(
      Flow(Any.self, Int.self, identifier: "F") { scope in
        let screen = Handler()
        let steps = (1...2).map { number in
          Step(identifier: "s\(number)") { _ in
            screen.complete(number)
            return screen
          }
        }
        steps[0].nextStep = steps[1]
        steps[1].setCompletion { _, number in scope.result = number }
        return steps[0]
      })
    #expect(
      trace.lines == [
        "F#1 run began", "s1 began", "s1 completed", "s2 began", "s2 completed", "rest", "F#1 completed", "= 2",
      ])
  }

  @Test("A screen that serves a step again after another handler may complete at once")
  func alternating() {
    start(
      Flow(Any.self, Int.self, identifier: "F") { scope in
        let screen = Handler()
        var starts = 0
        let step = Step(identifier: "s") { _ in
          starts += 1
          let handler = starts == 2 ? Handler() : screen
          handler.complete(starts)
          return handler
        }
        step.setCompletion { step, number in
          scope.result = number
          step.nextStep = starts < 3 ? step : nil
        }
        return step
      })
    #expect(trace.lines.last == "= 3")
    #expect(!trace.lines.contains("s extra"))
  }

  @Test(
    "A screen that has served a run may complete at once in another, on the same queue or a new one",
    arguments: [true, false])
  func otherRun(onSameQueue: Bool) {
    let screen = Handler()
    start(flow("A", screen, reports: 1))
    start(flow("B", screen, reports: 2), on: onSameQueue ? queue : ManualQueue())
    queue.play()
    #expect(trace.lines.filter { $0.hasPrefix("=") } == ["= 1", "= 2"])
    #expect(!trace.lines.contains("a extra"))
  }

  @Test("A report that another thread makes while the intent of a second run executes belongs to that run")
  func otherThread() {
    let screen = Handler()
    start(flow("A", screen, reports: 1))
    let other = ManualQueue()
    let flow = Flow(Any.self, Int.self, identifier: "B") { scope in
      let step = Step(identifier: "b") { _ in
        onThreads(1) { _ in screen.complete(7) }
        return screen
      }
      step.setCompletion { _, number in scope.result = number }
      return step
    }
    start(flow, on: other)
    queue.play()
    #expect(trace.lines.last == "= 7")
    #expect(!trace.lines.contains("a extra"))
  }

  @Test("A report belongs to the start whose intent is executing, not to another start of the same run")
  func takenFromSibling() {
    start(
      Flow(Any.self, Int.self, identifier: "F") { _ in
        let screen = Handler()
        let first = Step(identifier: "first") { _ in screen }
        first.setFailure { _ in .fail }
        let second = Step(identifier: "second") { _ in
          onThreads(1) { _ in screen.complete(2) }
          return screen
        }
        return RaceFlowStep(identifier: "race", steps: [first, second])
      })
    #expect(trace.lines.contains("second completed"))
    #expect(!trace.lines.contains("first completed"))
    #expect(!trace.lines.contains { $0.hasSuffix("extra") })
    #expect(queue.isEmpty)
  }

  @Test("A report from the completion closure, before the next intent is called, is extra")
  func betweenStarts() {
    let screen = Handler()
    start(
      Flow(Any.self, Int.self, identifier: "F") { scope in
        var starts = 0
        let step = Step(identifier: "s") { _ in
          starts += 1
          if starts == 1 { screen.complete(1) }
          return screen
        }
        step.setCompletion { step, number in
          scope.result = number
          if number == 1 { screen.complete(9) }
          step.nextStep = number == 1 ? step : nil
        }
        return step
      })
    #expect(trace.take() == ["F#1 run began", "s began", "s completed", "s extra", "s began"])
    screen.complete(2)
    queue.play()
    #expect(trace.lines.last == "= 2")
  }

  @Test("A report that another thread makes while an intent returns is never lost")
  func meetingTheReturn() async {
    let turns = trials(5_000, few: 1_000)
    let screen = Handler()
    let called = Counter()
    let ended = DispatchSemaphore(value: 0)
    Flow(Any.self, Int.self, identifier: "F") { _ in
      var done = 0
      let step = Step(identifier: "s") { _ in
        called.raise()
        return screen
      }
      step.setCompletion { step, _ in
        done += 1
        step.nextStep = done < turns ? step : nil
      }
      return step
    }
    .start { _ in ended.signal() }
    let isOver = await onThread {
      for turn in 0..<turns {
        guard blockPatiently("Turn \(turn) did not begin", until: { called.count > turn }) else { return false }
        // From far before the return to far after it.
        for _ in 0..<turn % 64 { _ = called.count }
        screen.complete(turn)
      }
      return ended.wait(orSay: "The run did not end")
    }
    #expect(isOver, "a report was lost after \(called.count) turns")
  }
}

/// A number that one thread increments while another reads it.
private final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  var count: Int { number.load(ordering: .acquiring) }

  func raise() {
    number.add(1, ordering: .releasing)
  }
}
