package import FlowState
import FlowStateTesting

/// Collects lines: one per event of the runs that it observes, and the test's own notes. Any thread may use it.
///
/// A line shows the event by itself, with the full text of an error and the run's own number. `FlowRecorder`, in
/// contrast, renumbers runs and shortens errors.
package struct Trace: FlowObserver {
  private let recorder = FlowRecorder()

  package init() {}

  package var lines: [String] { recorder.lines }

  package func note(_ line: String) {
    recorder.note(line)
  }

  /// Removes the lines collected so far and returns them.
  @discardableResult
  package func take() -> [String] {
    recorder.take()
  }

  package func receive(_ event: FlowEvent) {
    note(FlowRecorder.line(for: event))
  }
}
