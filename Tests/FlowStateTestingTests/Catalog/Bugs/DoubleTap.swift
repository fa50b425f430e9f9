import FlowState
import FlowStateTesting
import TestSupport

/// A button places the order itself before it completes its step. A second tap places a second order.
enum DoubleTap: PlantedBug {
  static let schedules = 4
  static let sentence = "Two orders were placed."
  static let shrunk = "again#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let orders = Box(0)
    stage.start(
      flow("Order") { _ in
        let confirm = FlowStep(Any.self, String.self, identifier: "Confirm") { _ in
          let handler = FlowStepHandler(Any.self, String.self)
          let tap: @Sendable () -> Void = {
            if !isMended { orders.value += 1 }
            handler.complete(nil)
          }
          let taps = [stage.addEvent("tap", tap), stage.addEvent("again", isOptional: true, tap)]
          handler.onCancel { for tap in taps { tap.withdraw() } }
          return handler
        }
        confirm.setCompletion { _, _ in if isMended { orders.value += 1 } }
        return confirm
      })
    stage.require { _ in orders.value > 1 ? sentence : nil }
  }
}
