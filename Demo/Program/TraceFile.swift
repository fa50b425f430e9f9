import FlowScreens
import FlowState
import FlowTerminal
import Foundation

/// Where `--trace` writes.
struct TraceFile: Sendable {
  private let path: String
  private let output: TextOutput

  /// Opens a file for writing, or standard error for `-`.
  static func open(_ path: String) throws(TraceFileError) -> TraceFile {
    if path == "-" { return TraceFile(path: path, output: TextOutput(descriptor: 2)) }
    // Held open until the process ends.
    let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw TraceFileError(path: path, reason: SystemFailure(code: errno)) }
    return TraceFile(path: path, output: TextOutput(descriptor: descriptor))
  }

  /// Writes a text as it is.
  func write(_ text: String) throws(TraceFileError) {
    do {
      try output.write(text)
    } catch {
      throw TraceFileError(path: path, reason: SystemFailure(code: error.code))
    }
  }

  /// Writes a readable line per event. A trace that cannot be written does not disturb the flow.
  var observer: LineObserver {
    LineObserver { [output] line in try? output.writeLine(line.printable) }
  }
}

/// Why there is no trace.
struct TraceFileError: Error, Equatable, CustomStringConvertible {
  let path: String
  let reason: SystemFailure

  var description: String { "The trace file \(path.quoted) cannot be written: \(reason)." }
}
