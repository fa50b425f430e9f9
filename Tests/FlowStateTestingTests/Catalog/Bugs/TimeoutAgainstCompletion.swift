import FlowState
import FlowStateTesting
import TestSupport

/// A payment that times out is reported as not made, although the bank has made it.
enum TimeoutAgainstCompletion: PlantedBug {
  static let schedules = 10
  static let sentence = "Charged, and told that nothing was charged."
  static let shrunk = "timer, Charge#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let isCharged = Box(false)
    let message = Box("")
    stage.start(
      flow("Pay") { _ in
        let pay = awaiting("Pay", "Charge", on: stage) { isCharged.value = true }.timeout(.seconds(30))
        pay.setCompletion { _, _ in message.value = "paid" }
        pay.setFailure { _ in
          .goTo(doing("Tell") { message.value = isMended && isCharged.value ? "paid late" : "not paid" })
        }
        return pay
      })
    stage.require { _ in isCharged.value && message.value == "not paid" ? sentence : nil }
  }
}
