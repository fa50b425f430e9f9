public import FlowState

/// An observer that records the events of runs as text, one line for each event, so that a test can compare them.
///
/// ```swift
/// let recorder = FlowRecorder()
/// let queue = ManualQueue()
/// flow.on(queue).observed(by: recorder).start()
/// queue.play()
/// print(recorder.text)
/// // Profile#1 run began
/// // Download began
/// // Download failed: no connection
/// // Profile#1 failed
/// ```
///
/// The text is the same each time the test runs. It contains no times and no addresses, and the recorder numbers the
/// runs in the order in which they appear, regardless of earlier runs of the flow. The events of the first run have no
/// prefix. The events of another run, such as a nested run, and of a child's lane have a prefix, as in
/// `Inner#1: Ask began` or `lane 2: Fetch began`.
///
/// A recorder can observe several flows on several threads. The lines are in the order of the events' arrival.
public final class FlowRecorder: FlowObserver {
  /// The details that a line contains in addition to the event.
  public struct Details: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Creates a set of details.
    ///
    /// - Parameter rawValue: The bits of the set.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The time on the run's clock in seconds, as a prefix: `1.250 Download began`.
    public static let times = Details(rawValue: 1)
    /// The run and the lane, as a prefix, unless they are the first run and the run's first lane.
    public static let places = Details(rawValue: 2)
  }

  private enum Entry {
    case event(FlowEvent, FlowRunID)
    case note(String)
  }

  private let details: Details
  private struct State {
    var entries: [Entry] = []
    var found: [FlowFinding] = []
    var runs = RunNumbers()
  }

  private let state = Locked(State())

  /// Creates a recorder that has recorded nothing.
  ///
  /// - Parameter details: The details that each line contains in addition to the event. The default is
  ///   ``Details/places``.
  public init(_ details: Details = .places) {
    self.details = details
  }

  /// Records an event. The engine calls this method on the queue of the event's run.
  ///
  /// - Parameter event: The event. The recorder keeps it, including its error.
  public func receive(_ event: FlowEvent) {
    state.withLock { state in
      let run = state.runs.name(of: event)
      state.entries.append(.event(event, run))
    }
  }

  /// Always true, because the recorder keeps the findings.
  public var wantsFindings: Bool { true }

  /// Records a finding. The engine calls this method on the queue of the finding's run.
  ///
  /// - Parameter finding: The finding.
  public func receive(_ finding: FlowFinding) {
    state.withLock { state in
      let run = state.runs.name(of: finding.run)
      state.found.append(FlowFinding(finding.kind, run: run, step: finding.step, time: finding.time))
    }
  }

  /// The findings about runs that came to rest, such as a result that was probably forgotten, oldest first, with the
  /// recorder's own numbers of the runs. You can read them from any thread.
  ///
  /// The findings aren't among the ``lines``, because a flow may intend them. If a flow never intends them, its test
  /// can expect that there are none.
  public var findings: [FlowFinding] { state.withLock { $0.found } }

  /// Adds a line to the recorded events, for example from a completion closure. You can call this method from any
  /// thread.
  ///
  /// - Parameter line: The line, which is recorded unchanged.
  public func note(_ line: String) {
    state.withLock { $0.entries.append(.note(line)) }
  }

  /// The events recorded so far, oldest first. You can read them from any thread.
  public var events: [FlowEvent] {
    state.withLock { $0.entries }.compactMap { if case .event(let event, _) = $0 { event } else { nil } }
  }

  /// The lines recorded so far, oldest first. You can read them from any thread.
  public var lines: [String] {
    let (entries, firstRun) = state.withLock { ($0.entries, $0.runs.first) }
    return lines(for: entries, after: firstRun)
  }

  /// The lines recorded so far as one text, without a trailing line break. You can read it from any thread.
  public var text: String { lines.joined(separator: "\n") }

  /// Removes all lines and returns them, so that a test can examine a run part by part.
  ///
  /// You can call this method from any thread.
  ///
  /// - Returns: The lines recorded since the previous call.
  @discardableResult
  public func take() -> [String] {
    let (entries, firstRun) = state.withLock { state in
      defer { state.entries = [] }
      return (state.entries, state.runs.first)
    }
    return lines(for: entries, after: firstRun)
  }

  private func lines(for entries: [Entry], after firstRun: FlowRunID?) -> [String] {
    entries.map {
      switch $0 {
      case .event(let event, let run): FlowRecorder.line(for: event, in: run, after: firstRun, details)
      case .note(let line): line
      }
    }
  }
}
