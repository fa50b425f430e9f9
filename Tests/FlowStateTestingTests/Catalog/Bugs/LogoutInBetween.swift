import FlowState
import FlowStateTesting
import TestSupport

/// A step checks whether a person is logged in, and its completion closure shows the person's data. A logout comes in between.
enum LogoutInBetween: PlantedBug {
  static let schedules = 14
  static let sentence = "Somebody saw a profile that was closed."
  static let shrunk = "logout#1 at the end of Check#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let (isLoggedIn, isWrong) = (Box(true), Box(false))
    stage.addEvent("logout", isOptional: true) { isLoggedIn.value = false }
    stage.start(
      flow("Profile") { _ in
        var isAllowed = false
        let check = doing("Check") { isAllowed = isLoggedIn.value }
        check.setCompletion { _, _ in
          if isMended { isAllowed = isLoggedIn.value }
          if isAllowed, !isLoggedIn.value { isWrong.value = true }
        }
        return check
      })
    stage.require { _ in isWrong.value ? sentence : nil }
  }
}
