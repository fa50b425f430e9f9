/// Which start a handler serves, and what has been reported to it: a state machine without lock, queue or memory.
///
/// Reports come from any thread. Starts come from the queues of their runs, when an intent returns the handler. The handler
/// asks under its lock what each of them means, and acts on the answer when the lock is free.
///
///     unbound ──report──▶ early
///        │ bind             │ bind
///        ▼                  ▼
///     waiting ──report──▶ reported ──receive──▶ settled
///        ▲                  │ bind                 │ bind
///        └──────────────────┴──────────────────────┘
///
/// A bind takes the handler from the start that had it. A report that was made while the binding intent executed belongs to
/// the new start, and settles it at once.
@usableFromInline
struct HandlerState: Equatable, Sendable {
  @usableFromInline
  enum Phase: UInt8, Sendable {
    /// No start has ever had the handler, and nothing was reported.
    case unbound
    /// No start has ever had the handler; a report is stored.
    case early
    /// A start waits for the report.
    case waiting
    /// The report of the start is on its way to the queue of the start's run.
    case reported
    /// The start has its report, or has ended without one.
    case settled
  }

  /// What a thread that reports has to do.
  @usableFromInline
  enum Reporting: Equatable, Sendable {
    /// Store the report, in place of an earlier one.
    case store
    /// Store the report and send it to the queue of the start's run.
    case send
    /// Nothing: the report came on top of another one and was counted.
    case drop
    /// Send the report as a late one: the start has settled, but another one may be about to return the handler.
    case sendLate
  }

  /// What a start has to do whose intent has returned the handler.
  @usableFromInline
  enum Binding: Equatable, Sendable {
    /// Wait for the report.
    case wait
    /// Wait for the report, and supersede the start that waited until now.
    case waitAndSupersede
    /// Wait for the report. The one that is on its way stays with the start that had the handler.
    case waitAndLeaveReport
    /// Take the stored report.
    case take
    /// Take the report that is on its way, and supersede the start that had the handler.
    case takeAndSupersede
    /// Take the latest late report.
    case takeLate
  }

  @usableFromInline private(set) var phase = Phase.unbound
  /// How many reports came on top of the one that counts.
  @usableFromInline private(set) var surplus: UInt32 = 0
  /// The start that was executing its intent, in the run of the waiting start, when the report came; 0 if none was.
  private var reportedDuring = 0
  /// When the latest report came that was late and has not been taken; 0 if there is none.
  private var lateAt: UInt64 = 0

  @usableFromInline
  init() {}

  /// Whether reports came on top of the one that counts.
  @usableFromInline var hasSurplus: Bool { surplus > 0 }

  /// A report has come.
  ///
  /// - Parameter start: The number of the start whose intent is executing in the run of the waiting start; 0 if none is.
  /// - Returns: What the reporting thread has to do.
  @usableFromInline
  mutating func report(during start: Int) -> Reporting {
    switch phase {
    case .unbound:
      phase = .early
      return .store
    case .early:
      countSurplus()
      return .store
    case .waiting:
      phase = .reported
      reportedDuring = start
      return .send
    case .reported:
      countSurplus()
      return .drop
    case .settled:
      return .sendLate
    }
  }

  /// A late report is sent.
  ///
  /// - Parameter time: The time of the report on the clock of late reports.
  @usableFromInline
  mutating func reportLate(at time: UInt64) {
    lateAt = time
  }

  /// A late report has been taken by the run of the settled start, or another one has been taken in its place.
  @usableFromInline
  mutating func takeLate() {
    lateAt = 0
  }

  /// The intent of a start returns the handler.
  ///
  /// - Parameters:
  ///   - start: The number of the start in its run, if that is also the run of the start that had the handler; else 0.
  ///   - time: The time, on the clock of late reports, at which the intent was called.
  /// - Returns: What the start has to do.
  @usableFromInline
  mutating func bind(toStart start: Int, begunAt time: UInt64) -> Binding {
    switch phase {
    case .unbound:
      phase = .waiting
      return .wait
    case .early:
      phase = .settled
      return .take
    case .waiting:
      return .waitAndSupersede
    case .reported:
      if start != 0, start == reportedDuring {
        phase = .settled
        return .takeAndSupersede
      }
      phase = .waiting
      return .waitAndLeaveReport
    case .settled:
      let isOfThisStart = lateAt > time
      lateAt = 0
      if isOfThisStart { return .takeLate }
      phase = .waiting
      return .wait
    }
  }

  /// The run's queue receives the report of the start, or an intent has found it done; returns the surplus.
  @usableFromInline
  mutating func receive() -> UInt32 {
    phase = .settled
    let count = surplus
    surplus = 0
    return count
  }

  /// The surplus goes with a report that is left to the start before.
  mutating func leaveSurplus() {
    surplus = 0
  }

  /// A report came that nobody can take.
  @usableFromInline
  mutating func countSurplus() {
    if surplus < .max { surplus += 1 }
  }
}
