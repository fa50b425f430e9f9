import FlowScreens
import FlowState
import FlowTerminal
import Foundation

/// The destination of `--trace`.
struct TraceFile: Sendable {
  private let path: String
  private let output: TextOutput

  /// Opens a file for writing, or standard error for `-`.
  static func open(_ path: String) throws(TraceFileError) -> TraceFile {
    if path == "-" { return TraceFile(path: path, output: TextOutput(descriptor: 2)) }
    // Stays open until the process ends.
    let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw TraceFileError(path: path, reason: SystemFailure(code: errno)) }
    return TraceFile(path: path, output: TextOutput(descriptor: descriptor))
  }

  /// Writes a text unchanged.
  func write(_ text: String) throws(TraceFileError) {
    do {
      try output.write(text)
    } catch {
      throw TraceFileError(path: path, reason: SystemFailure(code: error.code))
    }
  }

  /// Writes one readable line per event. Errors are ignored, so a trace never disturbs the flow.
  var observer: LineObserver {
    LineObserver { [output] line in try? output.writeLine(line.printable) }
  }
}

/// The reason why a trace cannot be written.
struct TraceFileError: Error, Equatable, CustomStringConvertible {
  let path: String
  let reason: SystemFailure

  var description: String { "The trace file \(path.quoted) cannot be written: \(reason)." }
}
