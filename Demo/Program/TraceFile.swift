import DemoServer
import FlowCommandLine
import FlowScreens
import FlowState
import FlowTerminal
import Foundation
import Synchronization

/// The destination of `--trace`. It receives a line for each event while the flow runs.
final class TraceLines: Sendable {
  private let path: String
  private let write: @Sendable (_ line: String) throws(OutputFailure) -> Void
  /// The first error. Later lines are still written, because the disk may have space again.
  private let failure = Mutex<TraceFileError?>(nil)

  private init(path: String, write: @escaping @Sendable (_ line: String) throws(OutputFailure) -> Void) {
    self.path = path
    self.write = write
  }

  /// Opens a file for writing, or standard error for `-`.
  static func open(_ path: String) throws(TraceFileError) -> TraceLines {
    if path == "-" { return TraceLines(path: path, write: ErrorLines.write) }
    // The file remains open until the process ends.
    let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw TraceFileError(path: path, reason: .last) }
    let output = TextOutput(descriptor: descriptor)
    return TraceLines(path: path) { line throws(OutputFailure) in try output.writeLine(line) }
  }

  /// An observer that writes one readable line per event. An error never affects the flow.
  var observer: LineObserver {
    LineObserver { [self] line in
      do throws(OutputFailure) {
        try self.write(line.printable)
      } catch {
        // A reader that closes its pipe needs no more lines.
        guard error.code != EPIPE else { return }
        let found = TraceFileError(path: path, reason: SystemFailure(code: error.code))
        failure.withLock { if $0 == nil { $0 = found } }
      }
    }
  }

  /// Throws the first error, if any.
  func check() throws(TraceFileError) {
    if let error = failure.withLock({ $0 }) { throw error }
  }
}

/// The destination of `--trace-file`. It receives the complete trace when the flow has ended.
struct TraceFile: Sendable {
  private enum Destination {
    /// A file that is replaced by the complete trace.
    case file(AtomicFile)
    /// A device or a pipe.
    case stream(TextOutput)
  }

  private let path: String
  private let destination: Destination

  /// Prepares to write a file, or standard error for `-`. The old file is kept until the trace is complete.
  static func open(_ path: String) throws(TraceFileError) -> TraceFile {
    do throws(SystemFailure) {
      if path == "-" { return TraceFile(path: path, destination: .stream(TextOutput(descriptor: 2))) }
      var information = stat()
      if stat(path, &information) == 0, information.st_mode & S_IFMT != S_IFREG {
        let descriptor = Foundation.open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        return TraceFile(path: path, destination: .stream(TextOutput(descriptor: descriptor)))
      }
      let file = AtomicFile(path: try FilePath.followingLinks(path), permissions: 0o644)
      try file.check()
      return TraceFile(path: path, destination: .file(file))
    } catch {
      throw TraceFileError(path: path, reason: error)
    }
  }

  /// Writes the complete trace.
  func write(_ text: String) throws(TraceFileError) {
    do throws(SystemFailure) {
      switch destination {
      case .file(let file): try file.replace(with: Data(text.utf8))
      case .stream(let output):
        do throws(OutputFailure) {
          try output.write(text)
        } catch {
          // A reader that closes its pipe needs no more of the trace.
          guard error.code == EPIPE else { throw SystemFailure(code: error.code) }
        }
      }
    } catch {
      throw TraceFileError(path: path, reason: error)
    }
  }
}

/// The reason why a trace cannot be written.
struct TraceFileError: Error, Equatable, CustomStringConvertible {
  let path: String
  let reason: SystemFailure

  var description: String { "The trace file \(path.quoted) cannot be written: \(reason)." }
}
