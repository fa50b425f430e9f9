import FlowState
import FlowStateTesting
import TestSupport

/// Two banks race to charge a card. The losing bank isn't notified, and charges too.
enum RaceLoser: PlantedBug {
  static let schedules = 1
  static let sentence = "Both banks have charged."
  static let shrunk = ""

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let charges = Box(0)
    stage.start(
      flow("Pay") { _ in
        let banks = ["First", "Second"].map { bank in
          FlowStep(Any.self, String.self, identifier: bank) { _ in
            let handler = FlowStepHandler(Any.self, String.self)
            // The charge happens when the race completes, or, with the bug, with each answer.
            let answer = stage.addEvent("\(bank) answers") {
              if !isMended { charges.value += 1 }
              handler.complete(nil)
            }
            handler.onCancel { if isMended { answer.withdraw() } }
            return handler
          }
        }
        let race = FlowStep(identifier: "Banks", racing: banks)
        race.setCompletion { _, _ in if isMended { charges.value += 1 } }
        return race
      })
    stage.require { _ in charges.value > 1 ? sentence : nil }
  }
}
