import FlowState
import FlowStateTesting
import TestSupport

/// Flows that fail in some order of events.
enum RacyFlow {
  /// Two concurrent requests, whose completion closures assume that the first one is answered first.
  static let greeting = Flow(Any.self, String.self, identifier: "Greet") { scope in
    var name: String?
    let first = waiting("Name")
    first.setCompletion { _, result in name = result }
    let second = waiting("Greeting")
    second.setCompletion { _, greeting in scope.result = "\(greeting ?? "") \(name ?? "nobody")" }
    return ConcurrentFlowStep(identifier: "Both", steps: [first, second])
  }

  /// An explorer of `greeting`.
  static let explorer = ScheduleExplorer { stage in
    stage.answer("Name", with: .result("Al"))
    stage.answer("Greeting", with: .result("Hello"))
    stage.start(greeting)
    stage.require { report in report.outcome.hasSuffix("nobody") ? "Nobody was greeted." : nil }
  }

  /// A step that writes a note to a stage.
  static func noting(_ identifier: String, on stage: ScheduleStage) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { [unowned stage] _ in
      stage.note("note \(identifier)")
      return nil
    }
  }

  /// A step that a stage must answer.
  static func waiting(_ identifier: String) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { _ in nil }
  }
}

/// A flow of one step, which ends in every way that a step can.
enum SmallFlow {
  static let flow = Flow(Any.self, String.self, identifier: "Small") { scope in
    let ask = RacyFlow.waiting("Ask")
    ask.setCompletion { _, result in scope.result = result }
    return ask
  }

  static let explorer = ScheduleExplorer { stage in
    stage.answer(
      "Ask", with: .result("Al"), .failure(TestError("trouble")), .abandonment, .never, .twice(.noResult))
    stage.start(flow)
  }
}
