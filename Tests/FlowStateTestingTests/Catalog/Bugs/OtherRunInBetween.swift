import FlowState
import FlowStateTesting
import TestSupport

/// Two runs on two queues take the last seat: each checks in one step, and takes the seat in the next, without waiting.
enum OtherRunInBetween: PlantedBug {
  static let schedules = 46
  static let sentence = "A seat was sold twice."
  static let shrunk = "deliver 2 at the end of Look#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let seats = Box(1)
    let book = flow("Book") { _ in
      var isFree = false
      let look = doing("Look") { isFree = seats.value > 0 }
      look.nextStep = doing("Take") { if isMended ? seats.value > 0 : isFree { seats.value -= 1 } }
      return look
    }
    stage.start(book)
    stage.start(book)
    stage.require { _ in seats.value < 0 ? sentence : nil }
  }
}
