import FlowState
import FlowStateTesting
import TestSupport

/// A token is checked when the flow begins, and used after a person has answered.
enum ExpiredToken: PlantedBug {
  static let schedules = 6
  static let sentence = "A token was used that had expired."
  static let shrunk = "deliver, time#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let isWrong = Box(false)
    let expiry = Duration.seconds(3_600)
    stage.letTimePass(.seconds(3_601))
    stage.answer("Ask", with: .noResult)
    stage.start(
      flow("Send") { _ in
        let isValid = stage.clock.now < expiry
        let ask = asking("Ask")
        let send = doing("Send") {
          guard isMended ? stage.clock.now < expiry : isValid else { return }
          isWrong.value = stage.clock.now >= expiry
        }
        ask.nextStep = send
        return ask
      })
    stage.require { _ in isWrong.value ? sentence : nil }
  }
}
