import FlowState
import FlowStateTesting
import TestSupport

/// A step assumes that its server is slower than the start of the step beside it.
enum FastReply: PlantedBug {
  static let schedules = 12
  static let sentence = "The page was shown without a window."
  static let shrunk = "reply#1 at the end of Fetch#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let (isOpen, isWrong) = (Box(false), Box(false))
    stage.start(
      flow("Show") { _ in
        let fetch = awaiting("Fetch", "reply", on: stage)
        fetch.setCompletion { _, _ in isWrong.value = !isOpen.value }
        let open = doing("Open") { isOpen.value = true }
        return ConcurrentFlowStep(identifier: "Both", steps: isMended ? [open, fetch] : [fetch, open])
      })
    stage.require { _ in isWrong.value ? sentence : nil }
  }
}
