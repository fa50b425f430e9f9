import FlowState
import FlowStateTesting
import TestSupport

/// An observer assumes that the step that began last ends first.
enum ObserverOrder: PlantedBug {
  static let schedules = 1
  static let sentence = "The observer took the end of one step for that of another."
  static let shrunk = ""

  /// Guard: the explorer's thread.
  private final class Stopwatch: FlowObserver {
    private let open = Box<[String]>([])
    let mistakes = Box(0)
    private let isMended: Bool

    init(isMended: Bool) {
      self.isMended = isMended
    }

    func receive(_ event: FlowEvent) {
      guard let step = event.step else { return }
      switch event.kind {
      case .stepBegan: open.value.append(step)
      case .stepCompleted:
        let ended = isMended ? open.value.lastIndex(of: step) : open.value.indices.last
        if let ended, open.value.remove(at: ended) != step { mistakes.value += 1 }
      default: break
      }
    }
  }

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let watch = Stopwatch(isMended: isMended)
    stage.answer("Name", with: .noResult)
    stage.answer("Picture", with: .noResult)
    stage.start(
      flow("Load") { _ in
        ConcurrentFlowStep(identifier: "Both", steps: [asking("Name"), asking("Picture")])
      }
      .observed(by: watch))
    stage.require { _ in watch.mistakes.value > 0 ? sentence : nil }
  }
}
