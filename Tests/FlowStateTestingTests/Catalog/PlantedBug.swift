import FlowState
import FlowStateTesting
import TestSupport

/// A bug that appears in some order of events, and its corrected twin.
protocol PlantedBug: Sendable {
  /// The number of schedules within which a search finds the bug.
  static var schedules: Int { get }
  /// The sentence of the failure.
  static var sentence: String { get }
  /// The schedule to which the failure is shortened.
  static var shrunk: String { get }

  static func setUp(_ stage: ScheduleStage, isMended: Bool)
}

extension PlantedBug {
  static func explorer(isMended: Bool) -> ScheduleExplorer {
    ScheduleExplorer { stage in setUp(stage, isMended: isMended) }
  }

  /// A step that a stage answers.
  static func asking(_ identifier: String) -> FlowStep<Any, String> {
    RacyFlow.waiting(identifier)
  }

  /// A step that completes immediately after its work.
  static func doing(_ identifier: String, _ work: @escaping () -> Void) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { _ in
      work()
      return nil
    }
  }

  /// A step that completes when an event of the stage happens, after the event has called a closure.
  static func awaiting(
    _ identifier: String, _ event: String, on stage: ScheduleStage, isWithdrawn: Bool = true,
    _ happens: @escaping @Sendable () -> Void = {}
  ) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { _ in
      let handler = FlowStepHandler(Any.self, String.self)
      let pending = stage.addEvent(event) {
        happens()
        handler.complete(nil)
      }
      if isWithdrawn { handler.onCancel { pending.withdraw() } }
      return handler
    }
  }

  static func flow(
    _ identifier: String, _ build: @escaping @Sendable (FlowScope<Any, String>) -> any Startable
  ) -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: identifier, build)
  }
}
