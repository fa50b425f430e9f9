import FlowStateTesting

/// What one process of a trial does: the order in which things happen, and where it crashes.
struct CrashProcess: Sendable, Hashable {
  var choices: [FlowSchedule.Choice] = []
  /// Nil for the last process, which goes on to the end.
  var crash: CrashPoint?
}

/// A visit whose step has several answers: one of those with this name, counted from 1.
struct AnsweredVisit: Sendable, Hashable {
  let step: String
  let occurrence: Int
}

extension FlowSchedule {
  /// The processes of a trial, of which each but the last crashes.
  var processes: [CrashProcess] {
    var processes = [CrashProcess()]
    for choice in choices {
      switch choice.act {
      case .crash(let point):
        processes[processes.count - 1].crash = point
        processes.append(CrashProcess())
      // An answer is given whenever its visit begins, in whichever process.
      case .event(_, _, _?): break
      case .deliver, .timer, .cancel, .event: processes[processes.count - 1].choices.append(choice)
      }
    }
    return processes
  }

  /// The names of the answers that visits get. Others get the first of their answers.
  var ways: [AnsweredVisit: String] {
    var ways: [AnsweredVisit: String] = [:]
    for case .event(let step, let occurrence, let way?) in choices.map(\.act) {
      ways[AnsweredVisit(step: step, occurrence: occurrence)] = way
    }
    return ways
  }

  /// The schedule without the choices that another process or another order would need.
  var answers: FlowSchedule {
    FlowSchedule(
      choices.filter { choice in
        if case .event(_, _, _?) = choice.act { true } else { false }
      })
  }

  var crashCount: Int { processes.count - 1 }

  /// Whether something happens in another order than the plain one.
  var hasOrder: Bool { processes.contains { !$0.choices.isEmpty } }

  /// The orders of the schedule without its crashes: that of all processes, and that of each alone, in which what another had under way
  /// when it crashed comes later.
  var ordersWithoutCrashes: [FlowSchedule] {
    guard hasOrder else { return [] }
    let orders = processes.map(\.choices)
    return ([orders.flatMap(\.self)] + (crashCount > 0 ? orders : [])).filter { !$0.isEmpty }.map {
      FlowSchedule(answers.choices + $0)
    }
  }

  /// Returns the schedule with a crash of its last process.
  func crashing(at point: CrashPoint) -> FlowSchedule { FlowSchedule(choices + [FlowSchedule.Choice(.crash(point))]) }
}
