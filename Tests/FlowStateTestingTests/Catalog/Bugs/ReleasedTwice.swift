import FlowState
import FlowStateTesting
import TestSupport

/// A connection is closed when its step is cancelled, and again when the step has ended in any way.
enum ReleasedTwice: PlantedBug {
  static let schedules = 3
  static let sentence = "The connection was closed twice."
  static let shrunk = "cancel at Exchange#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let closings = Box(0)
    stage.start(
      flow("Talk") { _ in
        FlowStep(Any.self, String.self, identifier: "Exchange") { _ in
          let handler = FlowStepHandler(Any.self, String.self)
          let reply = stage.addEvent("reply") { handler.complete(nil) }
          handler.onCancel {
            reply.withdraw()
            if !isMended { closings.value += 1 }
          }
          return handler
        }
        .always { _ in closings.value += 1 }
      })
    stage.require { _ in closings.value > 1 ? sentence : nil }
  }
}
