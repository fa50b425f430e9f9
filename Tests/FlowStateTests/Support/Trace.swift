import FlowState
import FlowStateTesting

/// A log that closures of several threads write to; also an observer that writes a short line per event, by itself: the
/// run's own number, and no place.
struct Trace: FlowObserver {
  private let recorder = FlowRecorder()

  var lines: [String] { recorder.lines }

  func note(_ line: String) {
    recorder.note(line)
  }

  /// The lines noted so far; the log is empty afterwards.
  func take() -> [String] {
    recorder.take()
  }

  func receive(_ event: FlowEvent) {
    note(FlowRecorder.line(for: event))
  }

  static func line(for event: FlowEvent) -> String {
    FlowRecorder.line(for: event)
  }
}

/// An error for tests to throw and to find again.
struct Mishap: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String = "mishap") {
    self.description = description
  }
}
