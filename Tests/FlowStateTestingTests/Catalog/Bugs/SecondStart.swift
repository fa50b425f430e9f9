import FlowState
import FlowStateTesting
import TestSupport

/// Opening the checkout again starts a second run, while the first one still has the cart.
enum SecondStart: PlantedBug {
  static let schedules = 2
  static let sentence = "The cart was paid for twice."
  static let shrunk = "reopen#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let payments = Box(0)
    let isOpen = Box(true)
    let checkout = flow("Checkout") { _ in
      let pay = asking("Pay")
      pay.setCompletion { _, _ in payments.value += 1 }
      return pay
    }
    stage.answer("Pay", with: .noResult)
    stage.addEvent("reopen", isOptional: true) {
      if !isMended { stage.start(checkout) }
    }
    stage.start(checkout) { _ in isOpen.value = false }
    stage.require { _ in payments.value > 1 ? sentence : nil }
  }
}
