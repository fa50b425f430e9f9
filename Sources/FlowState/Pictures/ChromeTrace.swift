/// What happened in runs, as a picture of time: the Chrome trace event format, which Perfetto and Chrome's `about:tracing` open.
///
/// ```swift
/// let run = flow.start(content, keepingEvents: true)
/// var events: [FlowEvent] = []
/// for await event in run.events { events.append(event) }
/// try ChromeTrace(events).json.write(toFile: "trace.json", atomically: true, encoding: .utf8)
/// ```
///
/// Each run, and each step in it, is a slice that says how it ended. A nested run is within the slice of the step that hosts
/// it; the lanes of concurrent steps, races and operators are tracks below. A slice that nests in none properly, for instance
/// of a nested run that outlives its step, has a track of its own. Delays, going back, undoing and extra completions are
/// instants. What was still under way at the last event lasts up to it, and says so.
///
/// Each run that is not nested in another is a process of the picture. The events may be those of several runs, in the order
/// in which an observer was told; their times should be of one clock. The same events make the same text, byte for byte.
public struct ChromeTrace: Sendable {
  private let events: [FlowEvent]

  /// Makes a trace of events.
  ///
  /// - Parameter events: In the order in which they were told. The list may begin and end anywhere.
  public init(_ events: [FlowEvent]) {
    self.events = events
  }

  /// The trace as JSON: an object with the member `traceEvents`, one event on each line.
  ///
  /// Times are in microseconds with up to three decimals, from the origin of the runs' clock.
  public var json: String {
    let reading = TraceReading(events)
    let lines = ChromeTraceLines(reading, TraceTracks(reading)).lines
    return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[" + (lines.isEmpty ? "" : "\n")
      + lines.joined(separator: ",\n") + (lines.isEmpty ? "" : "\n") + "]}\n"
  }
}
