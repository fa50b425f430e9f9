import FlowState
import FlowStateTesting
import TestSupport

/// A step checks a lease, and the next one writes. The lease runs out between the two, although neither waits.
enum LeaseRunsOut: PlantedBug {
  static let schedules = 14
  static let sentence = "Written without a lease."
  static let shrunk = "timer at the end of Check#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let (hasLease, isWrong) = (Box(true), Box(false))
    stage.clock.schedule(after: .seconds(30)) { hasLease.value = false }
    stage.start(
      flow("Save") { _ in
        var isAllowed = false
        let check = doing("Check") { isAllowed = hasLease.value }
        check.nextStep = doing("Write") {
          if isMended { isAllowed = hasLease.value }
          if isAllowed, !hasLease.value { isWrong.value = true }
        }
        return check
      })
    stage.require { _ in isWrong.value ? sentence : nil }
  }
}
