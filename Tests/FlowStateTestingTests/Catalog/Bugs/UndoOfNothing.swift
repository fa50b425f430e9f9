import FlowState
import FlowStateTesting
import TestSupport

/// A reservation is given back after every ending of its step, also if it was never made.
enum UndoOfNothing: PlantedBug {
  static let schedules = 4
  static let sentence = "More seats are free than there are."
  static let shrunk = "Reserve#1: failure"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let free = Box(5)
    stage.answer("Reserve", with: .noResult, .failure(TestError("sold out")))
    stage.answer("Pay", with: .noResult, .failure(TestError("declined")))
    stage.start(
      flow("Book") { _ in
        var isReserved = false
        let (reserve, pay) = (asking("Reserve"), asking("Pay"))
        reserve.setOutcome { step, outcome in
          if case .completed = outcome {
            free.value -= 1
            isReserved = true
            step.nextStep = pay
          } else if !isMended || isReserved {
            free.value += 1
          }
        }
        pay.setOutcome { _, outcome in
          if case .completed = outcome {} else { free.value += 1 }
        }
        return reserve
      })
    stage.require { _ in free.value > 5 ? sentence : nil }
  }
}
