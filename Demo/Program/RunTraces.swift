import DemoServer
import FlowCommandLine
import FlowPictures
import FlowState
import FlowTerminal
import Foundation
import Synchronization

/// The traces of a run that the options `--trace` and `--trace-file` request.
///
/// A trace that cannot be written does not end the run. Its error is reported last, after the result:
///
///     let result = try traces.run(flow)
///     try print(result)
///     try traces.check()
final class RunTraces: Sendable {
  /// The trace options of commands that run a flow.
  static let options: [Option] = [
    .value("trace", "FILE", "Write a line for each event of the run to FILE; '-' is standard error."),
    .value("trace-file", "FILE", "Write the run to FILE in the Chrome trace format, for Perfetto."),
  ]

  private let lines: TraceLines?
  private let file: TraceFile?
  private let events = EventLog()
  private let isFinished = Atomic<Bool>(false)
  /// The error of the trace file.
  private let failure = Mutex<TraceFileError?>(nil)

  /// Opens the files.
  ///
  /// - Parameters:
  ///   - options: The command line.
  ///   - others: The other files of the command, with their names for messages. A trace does not replace them.
  /// - Throws: A ``UsageError`` if two names refer to the same file, or a ``TraceFileError``.
  init(_ options: ParsedOptions, besides others: [(name: String, path: String)] = []) throws {
    // '-' is a stream here, and a file for the other options.
    let named = ["trace", "trace-file"].compactMap { name in options.value(name).map { ("'--\(name)'", $0) } }
      .filter { $0.1 != "-" }
    try Self.requireDifferentFiles(others + named)
    file = try options.value("trace-file").map(TraceFile.open)
    lines = try options.value("trace").map(TraceLines.open)
  }

  private static func requireDifferentFiles(_ files: [(name: String, path: String)]) throws(UsageError) {
    var seen: [(name: String, identity: FileIdentity)] = []
    for file in files {
      guard let identity = FileIdentity(of: file.path) else { continue }
      if let other = seen.first(where: { $0.identity == identity }) {
        throw .sameFile(other.name, file.name, path: file.path)
      }
      seen.append((file.name, identity))
    }
  }

  /// Returns the flow with the observers that the options require.
  private func observing<Content, Result>(_ flow: Flow<Content, Result>) -> Flow<Content, Result> {
    let observers: [any FlowObserver] = (lines.map { [$0.observer] } ?? []) + (file == nil ? [] : [events])
    return observers.isEmpty ? flow : flow.observed(by: observers)
  }

  /// Writes the trace file. Call it when the run has ended or the process is interrupted. Later calls have no effect.
  func finish() {
    guard let file, !isFinished.exchange(true, ordering: .acquiringAndReleasing) else { return }
    do {
      try file.write(ChromeTrace(events.all).json)
    } catch {
      failure.withLock { $0 = error }
    }
  }

  /// Runs a flow and writes the traces, regardless of how the flow ends. Throws only the error of the flow.
  func run<Content, Result>(_ flow: Flow<Content, Result>) throws -> Result? {
    defer { finish() }
    return try observing(flow).runAndWait()
  }

  /// Throws if a trace could not be written. Call this method after the result is printed.
  func check() throws(TraceFileError) {
    try lines?.check()
    if let error = failure.withLock({ $0 }) { throw error }
  }
}

/// The recorded events of a run. The run's queue appends them, and they are read after the run has ended.
private final class EventLog: FlowObserver {
  private let events = Mutex<[FlowEvent]>([])

  var all: [FlowEvent] { events.withLock { $0 } }

  func receive(_ event: FlowEvent) {
    events.withLock { $0.append(event) }
  }
}
