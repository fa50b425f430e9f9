/// The text of errors that contain one another: of nested flows, and of races in races.
///
/// Each error of a deep nest contains all errors inside it, and each is reported. So the text of a deep error leaves out its middle.
/// Otherwise, the texts of all errors together would grow with the square of the depth. The text is made in a loop, because a nest can be
/// deeper than a stack.
package enum ErrorText {
  /// The number of levels at the outside of a deep error that its text shows. The innermost level follows.
  package static let levelsShown = 8

  private enum Piece {
    case text(String)
    case error(any Error, level: Int)
  }

  /// Returns the text of an error.
  static func text(of error: any Error) -> String {
    var text = ""
    var rest = [Piece.error(error, level: 0)]
    while let piece = rest.popLast() {
      switch piece {
      case .text(let separator): text += separator
      case .error(let error as FlowError, let level): text += open(error, level, &rest)
      case .error(let race as RaceError, let level): text += open(race, level, &rest)
      case .error(let error, _): text += "\(error)"
      }
    }
    return text
  }

  /// Returns the text in front of an error's cause, which comes next.
  private static func open(_ error: FlowError, _ level: Int, _ rest: inout [Piece]) -> String {
    if level == levelsShown, error.depth > levelsShown {
      rest.append(.error(error.innermost, level: level + 1))
      return omission(of: error.depth - 1)
    }
    guard let cause = error.cause else { return error.sentenceWithoutCause }
    rest.append(.error(cause, level: level + 1))
    // The step whose visit is not undone has not failed.
    if cause is FlowUndoError { return "Run \(error.place.run) could not undo everything. " }
    return "Step '\(error.step)' failed (\(error.place)): "
  }

  private static func open(_ race: RaceError, _ level: Int, _ rest: inout [Piece]) -> String {
    if race.causes.isEmpty { return "A race without steps has no winner." }
    for (index, cause) in race.causes.enumerated().reversed() {
      rest.append(.error(cause, level: level))
      if index > 0 { rest.append(.text("; ")) }
    }
    return "No step of the race completed: "
  }

  /// Returns the words in place of levels that a text leaves out.
  package static func omission(of levels: Int) -> String { "[\(levels) levels left out]: " }
}
