import FlowState
import FlowTerminal
import Foundation
import Synchronization

/// The traces of a run that `--trace` and `--trace-file` request.
final class RunTraces: Sendable {
  /// The trace options of commands that run a flow.
  static let options: [Option] = [
    .value("trace", "FILE", "Write a line for each event of the run to FILE; '-' is standard error."),
    .value("trace-file", "FILE", "Write the run to FILE in the Chrome trace format, for Perfetto."),
  ]

  private let lines: TraceFile?
  private let file: TraceFile?
  private let events = EventLog()
  private let isFinished = Atomic<Bool>(false)

  /// Opens the files.
  init(_ options: ParsedOptions) throws(TraceFileError) {
    lines = try Self.open(options.value("trace"))
    file = try Self.open(options.value("trace-file"))
  }

  /// Returns the flow with the observers that the options need.
  private func observing<Content, Result>(_ flow: Flow<Content, Result>) -> Flow<Content, Result> {
    let observers: [any FlowObserver] = (lines.map { [$0.observer] } ?? []) + (file == nil ? [] : [events])
    return observers.isEmpty ? flow : flow.observed(by: observers)
  }

  /// Writes the trace file once, when the run has ended or the process is interrupted.
  func finish() throws {
    guard let file, !isFinished.exchange(true, ordering: .acquiringAndReleasing) else { return }
    try file.write(ChromeTrace(events.all).json)
  }

  /// Runs a flow, and writes the traces however it ends.
  func run<Content, Result>(_ flow: Flow<Content, Result>) throws -> Result? {
    let outcome = Swift.Result { try observing(flow).runAndWait() }
    // The error of the run is more important than a trace that could not be written.
    do {
      try finish()
    } catch {
      _ = try outcome.get()
      throw error
    }
    return try outcome.get()
  }

  private static func open(_ path: String?) throws(TraceFileError) -> TraceFile? {
    guard let path else { return nil }
    return try TraceFile.open(path)
  }
}

/// The recorded events of a run. The run's queue appends them; it has ended when they are read.
private final class EventLog: FlowObserver {
  private let events = Mutex<[FlowEvent]>([])

  var all: [FlowEvent] { events.withLock { $0 } }

  func receive(_ event: FlowEvent) {
    events.withLock { $0.append(event) }
  }
}
