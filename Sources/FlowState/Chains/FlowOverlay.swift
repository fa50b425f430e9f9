/// A summary of recorded runs, to show in a picture of the flow.
///
/// ```swift
/// var overlay = FlowOverlay()
/// for await event in run.events { overlay.note(event) }
/// print(chain.mermaid(overlaying: overlay))
/// ```
public struct FlowOverlay: Sendable {
  /// The mark of a step that was started.
  enum Mark {
    case visited
    case failed
  }

  private struct Record {
    var visits = 0
    var failures = 0
    var time = Duration.zero
  }

  private struct Visit: Hashable {
    let place: FlowPlace
    let step: String
  }

  private var records: [String: Record] = [:]
  private var begun: [Visit: Duration] = [:]

  /// Creates an overlay from events.
  ///
  /// - Parameter events: The events, in order.
  public init(_ events: some Sequence<FlowEvent> = []) {
    for event in events { note(event) }
  }

  /// Records an event.
  ///
  /// The overlay identifies steps by name, so events of nested runs count for steps with the same name.
  ///
  /// - Parameter event: The next event.
  public mutating func note(_ event: FlowEvent) {
    // For a step that operators wrap, count only the visits of the step itself.
    guard let step = event.step, event.wrapper == nil else { return }
    let visit = Visit(place: event.place, step: step)
    switch event.kind {
    case .stepBegan:
      begun[visit] = event.time
      records[step, default: Record()].visits += 1
    case .stepCompleted, .stepCancelled: settle(visit, at: event.time)
    case .stepFailed, .stepTimedOut, .stepAbandoned:
      settle(visit, at: event.time)
      records[step, default: Record()].failures += 1
    default: break
    }
  }

  func mark(of step: String) -> Mark? {
    guard let record = records[step] else { return nil }
    return record.failures > 0 ? .failed : .visited
  }

  /// Returns the remarks on a step, one for each line.
  func remarks(on step: String) -> [String] {
    guard let record = records[step] else { return [] }
    let visits = record.visits == 1 ? "1 visit" : "\(record.visits) visits"
    let failures = record.failures > 0 ? ["\(record.failures) failed"] : []
    return ["\(visits), \(Self.milliseconds(record.time)) ms"] + failures
  }

  private mutating func settle(_ visit: Visit, at time: Duration) {
    guard let beginning = begun.removeValue(forKey: visit) else { return }
    records[visit.step, default: Record()].time += time - beginning
  }

  private static func milliseconds(_ time: Duration) -> Int64 {
    time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
  }
}
