import FlowState
import FlowStateTesting
import TestSupport

/// A lock is given back when the upload completes, but not when it fails or is cancelled.
enum NeverReleased: PlantedBug {
  static let schedules = 3
  static let sentence = "The lock is still held."
  static let shrunk = "cancel at Lock#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let isHeld = Box(false)
    stage.answer("Upload", with: .noResult, .failure(TestError("offline")))
    let save = flow("Save") { _ in
      let lock = doing("Lock") { isHeld.value = true }
      let upload = asking("Upload")
      lock.nextStep = upload
      upload.setCompletion { _, _ in if !isMended { isHeld.value = false } }
      return lock
    }
    stage.start(save) { _ in if isMended { isHeld.value = false } }
    stage.require { _ in isHeld.value ? sentence : nil }
  }
}
