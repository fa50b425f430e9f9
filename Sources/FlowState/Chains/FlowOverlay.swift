/// What happened to the steps of a flow in recorded runs, for a picture of it.
///
/// ```swift
/// var overlay = FlowOverlay()
/// for await event in run.events { overlay.note(event) }
/// print(chain.mermaid(overlaying: overlay))
/// ```
public struct FlowOverlay: Sendable {
  /// How a step that was started has fared.
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

  /// Makes an overlay of events.
  ///
  /// - Parameter events: What happened, in order.
  public init(_ events: some Sequence<FlowEvent> = []) {
    for event in events { note(event) }
  }

  /// Takes note of one more event.
  ///
  /// Steps are known by their names, so events of nested runs count for steps of the same name.
  ///
  /// - Parameter event: What happened next.
  public mutating func note(_ event: FlowEvent) {
    // Of a step that operators wrap, its own visits count.
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

  /// What there is to say about a step, in lines.
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
