import FlowState
import FlowTerminal
import Foundation
import Synchronization

/// What the options `--trace` and `--trace-file` want to know of a run.
final class RunTraces: Sendable {
  /// The options, for the commands that run a flow.
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

  /// The flow, told to whoever wants to know of it.
  private func observing<Content, Result>(_ flow: Flow<Content, Result>) -> Flow<Content, Result> {
    let observers: [any FlowObserver] = (lines.map { [$0.observer] } ?? []) + (file == nil ? [] : [events])
    return observers.isEmpty ? flow : flow.observed(by: observers)
  }

  /// Writes what is written when the run has ended, or is left; once.
  func finish() throws {
    guard let file, !isFinished.exchange(true, ordering: .acquiringAndReleasing) else { return }
    try file.write(ChromeTrace(events.all).json)
  }

  /// Runs a flow, and writes what is to be written however it ends.
  func run<Content, Result>(_ flow: Flow<Content, Result>) throws -> Result? {
    let outcome = Swift.Result { try observing(flow).runAndWait() }
    // Why the run failed matters more than a trace that could not be written.
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

/// The events of a run, kept for later. The run's queue writes them, and has ended when they are read.
private final class EventLog: FlowObserver {
  private let events = Mutex<[FlowEvent]>([])

  var all: [FlowEvent] { events.withLock { $0 } }

  func receive(_ event: FlowEvent) {
    events.withLock { $0.append(event) }
  }
}
