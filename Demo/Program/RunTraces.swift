import FlowState
import FlowTerminal
import Foundation
import Synchronization

/// What the options `--trace` and `--trace-file` want to know of a run.
final class RunTraces: Sendable {
  private let lines: TraceFile?
  private let file: TraceFile?
  private let events = EventLog()

  /// Opens the files.
  init(_ options: ParsedOptions) throws(TraceFileError) {
    lines = try Self.open(options.value("trace"))
    file = try Self.open(options.value("trace-file"))
  }

  /// The flow, told to whoever wants to know of it.
  func observing<Content, Result>(_ flow: Flow<Content, Result>) -> Flow<Content, Result> {
    let observers: [any FlowObserver] = (lines.map { [$0.observer] } ?? []) + (file == nil ? [] : [events])
    return observers.isEmpty ? flow : flow.observed(by: ObserverList(observers: observers))
  }

  /// Writes what is written when the run has ended.
  func finish() throws {
    try file?.write(ChromeTrace(events.all).json)
  }

  private static func open(_ path: String?) throws(TraceFileError) -> TraceFile? {
    guard let path else { return nil }
    return try TraceFile.open(path)
  }

  private struct ObserverList: FlowObserver {
    let observers: [any FlowObserver]

    func receive(_ event: FlowEvent) {
      for observer in observers { observer.receive(event) }
    }
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
