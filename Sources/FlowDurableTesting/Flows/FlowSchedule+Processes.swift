import FlowStateTesting

/// The part of a schedule for one process of a trial: the order of events, and the point of its crash.
struct CrashProcess: Sendable, Hashable {
  var choices: [FlowSchedule.Choice] = []
  /// The crash; nil for the last process, which continues to the end.
  var crash: CrashPoint?
}

/// A visit whose step has several answers, with its number among the visits of the step, starting at 1.
struct AnsweredVisit: Sendable, Hashable {
  let step: String
  let occurrence: Int
}

extension FlowSchedule {
  /// The processes of a trial. All of them crash except the last.
  var processes: [CrashProcess] {
    var processes = [CrashProcess()]
    for choice in choices {
      switch choice.act {
      case .crash(let point):
        processes[processes.count - 1].crash = point
        processes.append(CrashProcess())
      // An answer is given when its visit begins, whichever process that is.
      case .event(_, _, _?): break
      case .deliver, .timer, .cancel, .event: processes[processes.count - 1].choices.append(choice)
      }
    }
    return processes
  }

  /// The names of the answers that visits receive. Other visits receive their first answer.
  var ways: [AnsweredVisit: String] {
    var ways: [AnsweredVisit: String] = [:]
    for case .event(let step, let occurrence, let way?) in choices.map(\.act) {
      ways[AnsweredVisit(step: step, occurrence: occurrence)] = way
    }
    return ways
  }

  /// The schedule with its answers only, without crashes and orders.
  var answers: FlowSchedule {
    FlowSchedule(
      choices.filter { choice in
        if case .event(_, _, _?) = choice.act { true } else { false }
      })
  }

  var crashCount: Int { processes.count - 1 }

  /// Whether events happen in another order than the plain one.
  var hasOrder: Bool { processes.contains { !$0.choices.isEmpty } }

  /// The orders of the schedule without its crashes: the order of all processes together, and the order of each process
  /// alone, without the unfinished events of a crashed process.
  var ordersWithoutCrashes: [FlowSchedule] {
    guard hasOrder else { return [] }
    let orders = processes.map(\.choices)
    return ([orders.flatMap(\.self)] + (crashCount > 0 ? orders : [])).filter { !$0.isEmpty }.map {
      FlowSchedule(answers.choices + $0)
    }
  }

  /// Returns the schedule with an added crash of its last process.
  func crashing(at point: CrashPoint) -> FlowSchedule { FlowSchedule(choices + [FlowSchedule.Choice(.crash(point))]) }
}
