import FlowState
import FlowStateTesting
import TestSupport

/// A failed payment recovers with no receipt, and the order is shipped nevertheless.
enum SwallowedFailure: PlantedBug {
  static let schedules = 4
  static let sentence = "Shipped, and not paid."
  static let shrunk = "Pay#1: failure"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let isPaid = Box(false)
    let isShipped = Box(false)
    stage.answer("Pay", with: .result("paid"), .failure(TestError("declined")))
    stage.start(
      flow("Order") { _ in
        let pay = asking("Pay").recover { _ in nil }
        let ship = doing("Ship") { isShipped.value = true }
        pay.setCompletion { step, receipt in
          isPaid.value = receipt != nil
          step.nextStep = isMended && receipt == nil ? nil : ship
        }
        return pay
      })
    stage.require { _ in isShipped.value && !isPaid.value ? sentence : nil }
  }
}
