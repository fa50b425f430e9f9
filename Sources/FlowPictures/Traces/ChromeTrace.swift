public import FlowState

/// A timeline of runs in the Chrome trace event format, which Perfetto and Chrome's `about:tracing` can open.
///
/// ```swift
/// let run = flow.start(content, keepingEvents: true)
/// var events: [FlowEvent] = []
/// for await event in run.events { events.append(event) }
/// try ChromeTrace(events).json.write(toFile: "trace.json", atomically: true, encoding: .utf8)
/// ```
///
/// Each run, and each step in it, is a slice that shows how it ended. A nested run is inside the slice of the step that hosts
/// it. The lanes of concurrent steps, races and operators are tracks below. A slice that doesn't fit into another slice has
/// its own track, for instance a nested run that outlives its step. Delays, going back, undoing and extra completions are
/// instants. Work that is still under way at the last event extends up to that event, and is marked as such.
///
/// Each run that isn't nested is a process in the timeline. The events can come from several runs. Pass them in the order in
/// which an observer received them. Their times should come from one clock. The same events make the same text, byte for byte.
public struct ChromeTrace: Sendable {
  private let events: [FlowEvent]

  /// Creates a trace of events.
  ///
  /// - Parameter events: The events, in the order in which an observer received them. The list can begin and end anywhere.
  public init(_ events: [FlowEvent]) {
    self.events = events
  }

  /// The trace as JSON: an object with the member `traceEvents`, with one event on each line.
  ///
  /// Times are in microseconds with up to three decimals, from the origin of the runs' clock.
  public var json: String {
    let reading = TraceReading(events)
    let lines = ChromeTraceLines(reading, TraceTracks(reading)).lines
    return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[" + (lines.isEmpty ? "" : "\n")
      + lines.joined(separator: ",\n") + (lines.isEmpty ? "" : "\n") + "]}\n"
  }
}
