import FlowDurable

/// Something in the records of a run that its timeline shows besides the visits of steps.
struct TimelineMark: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// A visit was undone.
    case undone
    /// An undo has failed.
    case undoFailed
    /// The run is or was parked.
    case parked
    /// A visit has settled after several attempts.
    case attempts(Int)
  }

  let kind: Kind
  /// The step.
  let step: String
  let begin: Duration
  /// The end; nil if it hasn't come.
  var end: Duration?

  /// Returns the marks of a run's records.
  static func all(_ records: [FlowRecord]) -> [TimelineMark] {
    var marks: [TimelineMark] = []
    var before = Duration.zero
    /// The place of the mark that ends with the next record.
    var open: Int?
    for record in records {
      let time = record.at.map { Duration.milliseconds($0.milliseconds) } ?? before
      if let place = open.take() { marks[place].end = time }
      switch record.body {
      case .undone(let undone):
        let kind = undone.failure == nil ? Kind.undone : .undoFailed
        marks.append(TimelineMark(kind: kind, step: undone.step, begin: before, end: time))
      case .parked(let parked):
        open = marks.count
        marks.append(TimelineMark(kind: .parked, step: parked.step ?? "", begin: time))
      case .settled(let settled) where settled.attempt > 1:
        marks.append(TimelineMark(kind: .attempts(settled.attempt), step: settled.step, begin: time, end: time))
      default: break
      }
      before = time
    }
    return marks
  }
}
