import FlowState
import FlowStateTesting
import TestSupport

/// Two runs read a counter, ask a question, and write the number that they have read plus one.
enum LostUpdate: PlantedBug {
  static let schedules = 1
  static let sentence = "An update was lost."
  static let shrunk = ""

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let counter = Box(0)
    let count = flow("Count") { _ in
      var seen = 0
      let read = doing("Read") { seen = counter.value }
      let ask = asking("Ask")
      read.nextStep = ask
      ask.setCompletion { _, _ in counter.value = (isMended ? counter.value : seen) + 1 }
      return read
    }
    stage.answer("Ask", with: .noResult)
    stage.start(count)
    stage.start(count)
    stage.require { report in
      counter.value == report.lines.count { $0.hasSuffix("Ask completed") } ? nil : sentence
    }
  }
}
