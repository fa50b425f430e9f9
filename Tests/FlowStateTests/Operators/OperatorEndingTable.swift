import Foundation

/// The events of every operator for every ending of its step.
enum OperatorEndingTable {
  /// The ending of the step.
  enum Ending: String, CaseIterable, Sendable {
    case value, none, failedInside, failedLater, abandoned, timedOut, cancelled, cancelledInside, superseded
  }

  /// A group of rows for each ending. The row of an operator, or else the row `others`, lists the events in order:
  /// those of the steps, then the end of the run and the outcome that its caller receives, then late completions. `a`
  /// is the step, `op` the operator's step. An outcome that is an error is written as the visit and the lane that the
  /// error names.
  private static let text = """
    value: The step completes with A.
      others      | op began, a began, a completed, op completed            | run completed, = A           | a extra
      delay       | op began, op waits, a began, a completed, op completed  | run completed, = A           | a extra
      then        | op began, a began, a completed, b content, b began,     | run completed, = A           | a extra
                  | b completed, op completed                               |                              |

    none: The step completes without a result.
      others      | op began, a began, a completed, op completed            | run completed, = nil         |
      delay       | op began, op waits, a began, a completed, op completed  | run completed, = nil         |
      then        | op began, a began, a completed, b content, b began,     | run completed, = nil         |
                  | b completed, op completed                               |                              |

    failedInside: The step fails while it starts.
      others      | op began, a began, a failed, op failed                  | run failed, = visit 2 lane 1 | a extra
      retry       | op began, a began, a failed, a began, a failed,         | run failed, = visit 3 lane 1 | a extra,
                  | op failed                                               |                              | a extra
      delay       | op began, op waits, a began, a failed, op failed        | run failed, = visit 2 lane 1 | a extra
      recoverWith | op began, a began, a failed, spare began,               | run completed, = spare       | a extra
                  | spare completed, op completed                           |                              |

    failedLater: The step fails while it waits.
      others      | op began, a began, a failed, op failed                  | run failed, = visit 2 lane 1 | a extra
      retry       | op began, a began, a failed, a began, a failed,         | run failed, = visit 3 lane 1 | a extra,
                  | op failed                                               |                              | a extra
      delay       | op began, op waits, a began, a failed, op failed        | run failed, = visit 2 lane 1 | a extra
      recoverWith | op began, a began, a failed, spare began,               | run completed, = spare       | a extra
                  | spare completed, op completed                           |                              |

    abandoned: The last owner of the step's handler releases it.
      others      | op began, a began, a abandoned, op failed               | run failed, = visit 2 lane 1 |
      retry       | op began, a began, a abandoned, a began, a abandoned,   | run failed, = visit 3 lane 1 |
                  | op failed                                               |                              |
      delay       | op began, op waits, a began, a abandoned, op failed     | run failed, = visit 2 lane 1 |
      recoverWith | op began, a began, a abandoned, spare began,            | run completed, = spare       |
                  | spare completed, op completed                           |                              |

    timedOut: A timeout of nine seconds, applied before the operator, ends the step.
      others      | op began, a.timeout began, a began, a cancelled,        | run failed, = visit 3 lane 2 | a extra
                  | a.timeout timed out, op failed                          |                              |
      retry       | op began, a.timeout began, a began, a cancelled,        | run failed, = visit 5 lane 3 | a extra,
                  | a.timeout timed out, a.timeout began, a began,          |                              | a extra
                  | a cancelled, a.timeout timed out, op failed             |                              |
      delay       | op began, op waits, a.timeout began, a began,           | run failed, = visit 3 lane 2 | a extra
                  | a cancelled, a.timeout timed out, op failed             |                              |
      recoverWith | op began, a.timeout began, a began, a cancelled,        | run completed, = spare       | a extra
                  | a.timeout timed out, spare began, spare completed,      |                              |
                  | op completed                                            |                              |

    cancelled: The run is cancelled while the step waits.
      others      | op began, a began, a cancelled, op cancelled            | run cancelled, = cancelled   | a extra
      delay       | op began, op waits, a began, a cancelled, op cancelled  | run cancelled, = cancelled   | a extra

    cancelledInside: The run is cancelled while the step starts.
      others      | op began, a began, a cancelled, op cancelled            | run cancelled, = cancelled   | a extra
      delay       | op began, op waits, a began, a cancelled, op cancelled  | run cancelled, = cancelled   | a extra

    superseded: The step is started again by another child of a race while the operator awaits it.
      others      | race began, gate began, op began, a began,              | run completed, = nil         | gate extra,
                  | gate completed, a began, a failed, op failed,           |                              | a extra,
                  | a completed, race completed                             |                              | a extra
      delay       | race began, gate began, op began, op waits, a began,    | run completed, = nil         | gate extra,
                  | gate completed, a began, a failed, op failed,           |                              | a extra,
                  | a completed, race completed                             |                              | a extra
      recoverWith | race began, gate began, op began, a began,              | run completed, = spare       | gate extra,
                  | gate completed, a began, a failed, spare began,         |                              | a extra,
                  | spare completed, op completed, a cancelled,             |                              | a extra
                  | race completed                                          |                              |
    """

  /// The events that are expected of an operator; nil if there is no row for it.
  static func events(of operation: OperatorUnderTest, when ending: Ending) -> [String]? {
    var rows: [String: [String]] = [:]
    var group = ""
    var name = ""
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      if cells.count == 1 {
        group = String(line.prefix { $0 != ":" })
      } else if group == ending.rawValue {
        if !cells[0].isEmpty { name = cells[0] }
        // A row that has no name continues the one above.
        for (column, cell) in cells.dropFirst().enumerated() {
          rows["\(name) \(column)", default: []] += words(in: cell)
        }
      }
    }
    let row = rows["\(operation) 0"] == nil ? "others" : "\(operation)"
    let columns = (0..<3).compactMap { rows["\(row) \($0)"] }
    return columns.count == 3 ? columns.flatMap(\.self) : nil
  }

  private static func words(in cell: String) -> [String] {
    cell.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
