import FlowState
import FlowStateTesting
import TestSupport

/// Two steps change an address in two parts, both without waiting. An answer to another step comes between them, and uses half of it.
enum AnswerBetweenSteps: PlantedBug {
  static let schedules = 20
  static let sentence = "A parcel was sent to half an address."
  static let shrunk = "Pay#1 at Street#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let (street, city) = (Box("old"), Box("old"))
    let isWrong = Box(false)
    stage.answer("Pay", with: .noResult)
    stage.start(
      flow("Order") { _ in
        let pay = asking("Pay")
        pay.setCompletion { _, _ in if street.value != city.value { isWrong.value = true } }
        let first = doing("Street") {
          street.value = "new"
          if isMended { city.value = "new" }
        }
        first.nextStep = doing("City") { city.value = "new" }
        return ConcurrentFlowStep(identifier: "Both", steps: [pay, first])
      })
    stage.require { _ in isWrong.value ? sentence : nil }
  }
}
