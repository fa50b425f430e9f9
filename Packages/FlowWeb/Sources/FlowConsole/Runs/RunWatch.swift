import FlowDurable
public import FlowState
import Synchronization

/// An observer that keeps the latest runs of this process for a ``ConsoleService``, whether they are in memory or
/// durable.
///
/// ```swift
/// let watch = RunWatch()
/// let console = ConsoleService(watching: watch)
/// async let serving: Void = console.run()
/// let outcome = try await profile.observed(by: watch).run()  // the page "This process" follows the run
/// ```
///
/// It keeps a limited number of runs and of events for each run, and no values. Use one observer for all flows, from
/// any thread.
public final class RunWatch: FlowObserver {
  /// A run that was observed.
  fileprivate struct Watched {
    var summary: RunSummary
    var events: [FlowEvent] = []
    /// The number of events that were dropped because the run has too many.
    var dropped = 0
    /// The steps that have begun but not settled, oldest first.
    var open: [String] = []
  }

  private struct State {
    var runs: [Int: Watched] = [:]
    var numbers: [FlowRunID: Int] = [:]
    var made = 0
    var oldest = 1
  }

  private let state = Mutex(State())
  private let streams = WakeStreams()
  private let limit: Int
  private let eventLimit: Int

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - runs: The maximum number of runs that it keeps; at least 1. The oldest runs are dropped first, even if they
  ///     haven't ended.
  ///   - events: The maximum number of events that it keeps for each run; at least 100. It keeps the first events and
  ///     the latest ones.
  public init(keeping runs: Int = 200, events: Int = 2_000) {
    limit = max(1, runs)
    eventLimit = max(100, events)
  }

  /// Records an event.
  ///
  /// - Parameter event: The event.
  public func receive(_ event: FlowEvent) {
    let now = StoreTime.systemTime
    state.withLock { state in
      let number = number(of: event, &state, now: now)
      if let number { state.runs[number]?.receive(event.withoutValues, now: now, limit: eventLimit) }
    }
    streams.wake()
  }

  /// Returns the number of the event's run; nil if the run is no longer kept.
  private func number(of event: FlowEvent, _ state: inout State, now: StoreTime) -> Int? {
    switch event.kind {
    case .runBegan: break
    case .runResumed:
      // A durable run continues under the ID with which it began.
      guard let number = state.numbers[event.run] else { break }
      state.runs[number]?.summary.state = .held(until: now, by: nil)
      state.runs[number]?.open = []
      return number
    default: return state.numbers[event.run]
    }
    state.made += 1
    let number = state.made
    state.numbers[event.run] = number
    let summary = RunSummary(
      number: RunNumber(rawValue: number), flow: event.run.flow, key: "\(event.run)", queue: "", tenant: nil,
      priority: 0, state: .held(until: now, by: nil), position: nil, attempts: 0, lastRecord: 0, waitingMessages: 0,
      began: now, changed: now)
    state.runs[number] = Watched(summary: summary)
    while state.runs.count > limit {
      if let gone = state.runs.removeValue(forKey: state.oldest) {
        let id = gone.events.first?.run
        if let id, state.numbers[id] == state.oldest { state.numbers[id] = nil }
      }
      state.oldest += 1
    }
    return number
  }

  // MARK: Reading

  var all: [RunSummary] {
    state.withLock { state in state.runs.values.map(\.summary) }.sorted { $0.number < $1.number }
  }

  /// Returns a run with its events, and the number of events that were dropped.
  func run(_ number: RunNumber) -> (summary: RunSummary, events: [FlowEvent], dropped: Int)? {
    state.withLock { state in
      state.runs[number.rawValue].map { ($0.summary, $0.events, $0.dropped) }
    }
  }

  /// A stream with an element after each event. It begins with one.
  var changes: AsyncStream<Void> { streams.makeStream() }
}

extension RunWatch.Watched {
  fileprivate mutating func receive(_ event: FlowEvent, now: StoreTime, limit: Int) {
    events.append(event)
    // Keep the first events, because they show how the run began.
    if events.count > limit {
      events.remove(at: limit / 4)
      dropped += 1
    }
    summary.changed = now
    summary.lastRecord = event.sequence
    switch event.kind {
    case .stepBegan where event.wrapper == nil:
      if let step = event.step { open.append(step) }
      summary.position = open.last
    case .stepCompleted where event.wrapper == nil, .stepFailed where event.wrapper == nil,
      .stepTimedOut where event.wrapper == nil, .stepAbandoned where event.wrapper == nil,
      .stepCancelled where event.wrapper == nil:
      if let step = event.step, let place = open.lastIndex(of: step) { open.remove(at: place) }
      if let step = open.last { summary.position = step }
    case .runEnded(.completed): summary.state = .ended(.completed)
    case .runEnded(.failed): summary.state = .ended(.failed)
    case .runEnded(.cancelled): summary.state = .ended(.cancelled)
    case .runSetAside: summary.state = .waiting(until: nil, for: [])
    default: break
    }
  }
}

extension FlowEvent {
  /// The event without the value that was set.
  fileprivate var withoutValues: FlowEvent {
    let kind: Kind
    switch self.kind {
    case .contextSet(let name, let value?) where !value.isEmpty: kind = .contextSet(name, "")
    case .contextRestored(let name, let value?) where !value.isEmpty: kind = .contextRestored(name, "")
    default: return self
    }
    return FlowEvent(sequence: sequence, time: time, step: step, wrapper: wrapper, place: place, kind: kind)
  }
}
