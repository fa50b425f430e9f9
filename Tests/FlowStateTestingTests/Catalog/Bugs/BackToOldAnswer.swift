import FlowState
import FlowStateTesting
import TestSupport

/// A person goes back while a price is looked up. The late price is shown for the new choice.
enum BackToOldAnswer: PlantedBug {
  static let schedules = 48
  static let sentence = "The price of another choice is shown."
  static let shrunk = "Choose#1, back#1, Choose#2"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let choice = Box(0)
    let isWrong = Box(false)
    let run = Box<FlowRun?>(nil)
    stage.addEvent("back", isOptional: true) { run.value?.goBack() }
    stage.answer("Choose", with: .noResult)
    let buy = flow("Buy") { _ in
      let choose = asking("Choose")
      choose.setCompletion { _, _ in choice.value += 1 }
      choose.nextStep = FlowStep(Any.self, String.self, identifier: "Look up") { _ in
        let asked = choice.value
        let handler = FlowStepHandler(Any.self, String.self)
        let reply = stage.addEvent("price") {
          isWrong.value = isWrong.value || asked != choice.value
          handler.complete(nil)
        }
        handler.onCancel { if isMended { reply.withdraw() } }
        return handler
      }
      return choose
    }
    run.value = stage.start(buy.reversible())
    stage.require { _ in
      run.value = nil
      return isWrong.value ? sentence : nil
    }
  }
}
