import FlowState
import FlowStateTesting
import TestSupport

/// A poll uses a session that expires at the same time, and assumes that its own timer is first.
enum TimersOfOneTime: PlantedBug {
  static let schedules = 6
  static let sentence = "An expired session was used."
  static let shrunk = "timer 2"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let isValid = Box(true)
    let isWrong = Box(false)
    stage.start(
      flow("Watch") { _ in
        let poll = doing("Poll") { if !isMended || isValid.value { isWrong.value = !isValid.value } }
        let logIn = doing("Log in") { stage.clock.schedule(after: .seconds(60)) { isValid.value = false } }
        return ConcurrentFlowStep(identifier: "Both", steps: [poll.delay(.seconds(60)), logIn])
      })
    stage.require { _ in isWrong.value ? sentence : nil }
  }
}
