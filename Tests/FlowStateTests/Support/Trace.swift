import FlowState
import Foundation

/// A log that closures of several threads write to; also an observer that writes a short line per event.
final class Trace: FlowObserver, @unchecked Sendable {
  // Guard: `lock`.
  private let lock = NSLock()
  private var stored: [String] = []

  var lines: [String] { lock.withLock { stored } }

  func note(_ line: String) {
    lock.withLock { stored.append(line) }
  }

  /// The lines noted so far; the log is empty afterwards.
  func take() -> [String] {
    lock.withLock {
      defer { stored = [] }
      return stored
    }
  }

  func receive(_ event: FlowEvent) {
    note(Trace.line(for: event))
  }

  static func line(for event: FlowEvent) -> String {
    let subject = event.step ?? event.run.description
    return switch event.kind {
    case .runBegan: "\(subject) run began"
    case .stepBegan: "\(subject) began"
    case .contentSet: "\(subject) content"
    case .stepCompleted: "\(subject) completed"
    case .stepFailed(let error): "\(subject) failed: \(error.cause.map { "\($0)" } ?? "\(error.reason)")"
    case .stepTimedOut: "\(subject) timed out"
    case .stepDelayed(let delay): "\(subject) waits \(delay)"
    case .stepUndone: "\(subject) undone"
    case .wentBack: "back to \(subject)"
    case .stepAbandoned: "\(subject) abandoned"
    case .stepCancelled: "\(subject) cancelled"
    case .extraCompletionIgnored: "\(subject) extra"
    case .rested: "rest"
    case .runEnded(.completed): "\(subject) completed"
    case .runEnded(.failed): "\(subject) failed"
    case .runEnded(.cancelled): "\(subject) cancelled"
    }
  }
}

/// An error for tests to throw and to find again.
struct Mishap: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String = "mishap") {
    self.description = description
  }
}
