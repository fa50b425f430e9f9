import FlowState
import FlowStateTesting
import TestSupport

/// The reply of a cancelled download is still written to the cache.
enum LateWrite: PlantedBug {
  static let schedules = 3
  static let sentence = "A cancelled download was cached."
  static let shrunk = "cancel at Download#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let isCached = Box(false)
    stage.start(
      flow("Load") { _ in
        let download = awaiting("Download", "reply", on: stage, isWithdrawn: false) {
          if !isMended { isCached.value = true }
        }
        download.setCompletion { _, _ in isCached.value = true }
        return download
      })
    stage.require { report in report.outcome == "cancelled" && isCached.value ? sentence : nil }
  }
}
