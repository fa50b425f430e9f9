import FlowState
import FlowStateTesting
import TestSupport

/// A search field shows the answer that arrives last, even if it belongs to an older query.
enum StaleAnswer: PlantedBug {
  static let schedules = 6
  static let sentence = "The answer to 'a' replaced the answer to 'ab'."
  static let shrunk = "Newer#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let shown = Box<[String]>([])
    stage.answer("Older", with: .result("a"))
    stage.answer("Newer", with: .result("ab"))
    stage.start(
      flow("Search") { _ in
        let (older, newer) = (asking("Older"), asking("Newer"))
        older.setCompletion { _, answer in
          if !isMended || !shown.value.contains("ab") { shown.value.append(answer ?? "") }
        }
        newer.setCompletion { _, answer in shown.value.append(answer ?? "") }
        return ConcurrentFlowStep(identifier: "Both", steps: [older, newer])
      })
    stage.require { _ in shown.value == ["ab", "a"] ? sentence : nil }
  }
}
