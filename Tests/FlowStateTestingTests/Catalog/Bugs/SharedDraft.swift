import FlowState
import FlowStateTesting
import TestSupport

/// The draft of a flow is kept outside its builder, so that two runs share it.
enum SharedDraft: PlantedBug {
  static let schedules = 1
  static let sentence = "A run has saved the draft of the other."
  static let shrunk = ""

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let shared = Box("")
    let edit = flow("Edit") { scope in
      let draft = isMended ? Box("") : shared
      let begin = doing("Begin") { draft.value = scope.content as? String ?? "" }
      let ask = asking("Edit")
      begin.nextStep = ask
      ask.setCompletion { _, _ in scope.result = draft.value }
      return begin
    }
    stage.answer("Edit", with: .noResult)
    stage.start(edit, "one")
    stage.start(edit, "two")
    stage.require { report in
      zip(report.outcomes, ["one", "two"]).allSatisfy { outcome, own in
        ["completed: \(own)", "cancelled"].contains(outcome)
      }
        ? nil : sentence
    }
  }
}
