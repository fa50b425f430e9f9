package import FlowState
import FlowStateTesting

/// Runs that have one name and one number.
package enum SameName {
  /// A menu that opens a menu inside.
  package static func menu(_ depth: Int) -> Flow<Any, Void> {
    Flow(Any.self, Void.self, identifier: "Menu") { _ in
      let before = FlowStep(Any.self, Void.self, identifier: "Before \(depth)") { _ in nil }
      let after = FlowStep(Any.self, Void.self, identifier: "After \(depth)") { _ in nil }
      guard depth > 0 else {
        before.nextStep = after
        return before
      }
      let inner = FlowStep(menu(depth - 1), identifier: "Submenu")
      before.nextStep = inner
      inner.nextStep = after
      return before
    }
  }

  /// The events of a menu in a menu.
  package static func nested() -> [FlowEvent] {
    let (queue, recorder) = (ManualQueue(), FlowRecorder())
    menu(1).on(queue).observed(by: recorder).start()
    queue.play()
    return recorder.events
  }

  /// The events of two runs of one name that are under way at the same time, on two queues: each event of one run comes between two of
  /// the other one.
  package static func alternating() -> [FlowEvent] {
    let queue = ManualQueue()
    let recorders = ["a", "b"].map { name in
      let recorder = FlowRecorder()
      Flow(Any.self, Void.self, identifier: "Menu") { _ in
        let first = FlowStep(Any.self, Void.self, identifier: "\(name)1") { _ in nil }
        first.nextStep = FlowStep(Any.self, Void.self, identifier: "\(name)2") { _ in nil }
        return first
      }.on(queue).observed(by: recorder).start()
      queue.play()
      return recorder
    }
    return zip(recorders[0].events, recorders[1].events).flatMap { [$0, $1] }
  }
}
