import FlowState
import FlowStateTesting
import TestSupport

/// A progress bar closes when as many steps have ended as have begun. A step that ends immediately closes it too early.
enum EarlyCompletion: PlantedBug {
  static let schedules = 4
  static let sentence = "The bar closed, and then a step began."
  static let shrunk = "Name#1 at Name#1"

  private final class Bar: FlowObserver {
    private let total: Int?
    private let begun = Box(0)
    private let ended = Box(0)
    let isClosed = Box(false)
    let isWrong = Box(false)

    init(of total: Int?) {
      self.total = total
    }

    func receive(_ event: FlowEvent) {
      guard ["Name", "Picture"].contains(event.step) else { return }
      switch event.kind {
      case .stepBegan:
        begun.value += 1
        if isClosed.value { isWrong.value = true }
      case .stepCompleted:
        ended.value += 1
        if ended.value == total ?? begun.value { isClosed.value = true }
      default: break
      }
    }
  }

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let bar = Bar(of: isMended ? 2 : nil)
    stage.answer("Name", with: .noResult)
    stage.answer("Picture", with: .noResult)
    stage.start(
      flow("Load") { _ in
        ConcurrentFlowStep(identifier: "Both", steps: [asking("Name"), asking("Picture")])
      }
      .observed(by: bar))
    stage.require { _ in bar.isWrong.value ? sentence : nil }
  }
}
