import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 5: content passes through many operators in constant stack space. Law 3: it arrives in the order in which it was
/// set.
struct ContentDepthTests {
  typealias Step = FlowStep<Int, Int>

  enum Row: CaseIterable, Sendable {
    case always, map, retry, mapContent

    func wrap(_ step: Step) -> Step {
      switch self {
      case .always: step.always { _ in }
      case .map: step.map { $0 }
      case .retry: step.retry(attempts: 1)
      case .mapContent: step.mapContent { $0 + 1 }
      }
    }
  }

  @Test(
    "Content set before the start or during a wait passes through a hundred thousand operators", .countsManyUnits,
    arguments: Row.allCases)
  func row(row: Row) {
    let depth = trials(100_000, few: 10_000)
    let trace = Trace()
    onSmallStack {
      let queue = ManualQueue()
      let handler = FlowStepHandler(Int.self, Int.self)
      let gate = FlowStepHandler(Any.self, Int.self)
      Flow(Any.self, Int.self, identifier: "F") { _ in
        let inner = Step(identifier: "s") { step in
          step.onContentUpdate { trace.note("\($0 ?? -1)") }
          return handler
        }
        var outer = inner
        for _ in 0..<depth {
          outer = row.wrap(outer)
          outer.identifier = "s"
        }
        outer.content = 7
        let change = FlowStep(Any.self, Int.self, identifier: "change") { _ in gate }
        change.setCompletion { [outer] _, _ in
          outer.content = 8
          handler.complete(1)
        }
        return ConcurrentFlowStep(identifier: "both", steps: [outer, change])
      }
      .on(queue).start { _ in trace.note("ended") }
      queue.play()
      gate.complete(1)
      queue.play()
    }
    let sum = row == .mapContent ? depth : 0
    #expect(trace.lines == ["\(7 + sum)", "\(8 + sum)", "ended"])
  }

  @Test("Content that is set twice while other content is passed on arrives in the order in which it was set")
  func order() {
    let trace = Trace()
    let queue = ManualQueue()
    let gate = FlowStepHandler(Any.self, Int.self)
    let waits = (0..<2).map { _ in FlowStepHandler(Int.self, Int.self) }
    let run = Flow(Any.self, Int.self, identifier: "F") { _ in
      let other = Step(identifier: "other") { step in
        step.onContentUpdate { trace.note("\($0 ?? -1)") }
        return waits[0]
      }
      .always { _ in }
      let outer = Step(identifier: "s") { _ in waits[1] }.mapContent { (content: Int) in
        if content == 1 { (other.content, other.content) = (1, 2) }
        return content
      }
      let change = FlowStep(Any.self, Int.self, identifier: "change") { _ in gate }
      change.setCompletion { _, _ in outer.content = 1 }
      return ConcurrentFlowStep(identifier: "all", steps: [other, outer, change])
    }
    .on(queue).start()
    queue.play()
    gate.complete(1)
    queue.play()
    #expect(trace.lines == ["-1", "1", "2"])
    run.cancel()
    queue.play()
  }
}
