import FlowState
import FlowStateTesting
import TestSupport

/// Two runs take two locks in opposite orders.
enum Deadlock: PlantedBug {
  static let schedules = 1
  static let sentence = "The run has not ended, but nothing is left that can happen."
  static let shrunk = ""

  /// A lock whose step waits until it is free. Guard: the explorer's thread.
  private final class Lock: Sendable {
    private let owner = Box<Int?>(nil)
    private let waiting = Box<[(owner: Int, handler: FlowStepHandler<Any, String>)]>([])

    func take(for run: Int) -> FlowStepHandler<Any, String> {
      let handler = FlowStepHandler(Any.self, String.self)
      if owner.value == nil {
        owner.value = run
        handler.complete(nil)
      } else {
        waiting.value.append((run, handler))
      }
      return handler
    }

    func giveBack(by run: Int) {
      waiting.value.removeAll { $0.owner == run }
      guard owner.value == run else { return }
      owner.value = waiting.value.first?.owner
      if !waiting.value.isEmpty { waiting.value.removeFirst().handler.complete(nil) }
    }
  }

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let locks = ["A": Lock(), "B": Lock()]
    stage.answer("Work", with: .noResult)
    for (run, order) in [(1, ["A", "B"]), (2, isMended ? ["A", "B"] : ["B", "A"])] {
      let flow = flow("Move") { _ in
        let steps = order.map { name in
          FlowStep(Any.self, String.self, identifier: "Take \(name)") { _ in locks[name]?.take(for: run) }
        }
        let work = asking("Work")
        steps[0].nextStep = work
        work.nextStep = steps[1]
        return steps[0]
      }
      stage.start(flow) { _ in for lock in locks.values { lock.giveBack(by: run) } }
    }
  }
}
