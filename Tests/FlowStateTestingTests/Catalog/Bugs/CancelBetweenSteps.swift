import FlowState
import FlowStateTesting
import TestSupport

/// Money is taken in one step and given in the next, both without waiting. A cancellation comes between them.
enum CancelBetweenSteps: PlantedBug {
  static let schedules = 3
  static let sentence = "Money was taken and not given."
  static let shrunk = "cancel at Take#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let balance = Box(0)
    stage.start(
      flow("Transfer") { _ in
        let take = doing("Take") { balance.value -= 100 }
        let give = doing("Give") { balance.value += 100 }
        let both = doing("Both") {
          balance.value -= 100
          balance.value += 100
        }
        take.nextStep = give
        return isMended ? both : take
      })
    stage.require { _ in balance.value == 0 ? nil : sentence }
  }
}
