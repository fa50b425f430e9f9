/// The start that a handler serves, and its reports: a state machine without a lock, queue or memory of its own.
///
/// Reports come from any thread. Starts come from the queues of their runs, when an intent returns the handler. The handler
/// asks the state machine under its lock, and acts on the answer after it has released the lock.
///
///     unbound ──report──▶ early
///        │ bind             │ bind
///        ▼                  ▼
///     waiting ──report──▶ reported ──settle───▶ settled
///        ▲                  │ bind                 │ bind
///        └──────────────────┴──────────────────────┘
///
/// Binding takes the handler from the start that had it. A report that was made while the binding intent executed belongs to
/// the new start, and settles it at once.
@usableFromInline
struct HandlerState: Hashable, Sendable {
  @usableFromInline
  enum Phase: UInt8, Sendable {
    /// No start has had the handler, and there is no report.
    case unbound
    /// No start has had the handler. A report is stored.
    case early
    /// A start waits for the report.
    case waiting
    /// The start's report is on its way to the queue of its run.
    case reported
    /// The start has its report, or has ended without one.
    case settled
  }

  /// The action of a thread that reports.
  @usableFromInline
  enum Reporting: Equatable, Sendable {
    /// Store the report. Replace an earlier one.
    case store
    /// Store the report and send it to the queue of the start's run.
    case send
    /// Drop the report. It was counted as surplus.
    case drop
    /// Send the report as a late one. The start has its report or no longer needs one, but another start may be about to
    /// return the handler.
    case sendLate
  }

  /// The action of a start whose intent has returned the handler.
  @usableFromInline
  struct Binding: Equatable, Sendable {
    @usableFromInline
    enum Source: Sendable {
      /// There is no report for the start. It waits.
      case none
      /// The report that the handler holds.
      case stored
      /// The latest late report.
      case late
    }

    @usableFromInline
    enum Loser: Sendable {
      /// No start waited for the handler.
      case noStart
      /// The start that waited, or whose report is taken, is superseded.
      case superseded
      /// The report that is on its way stays with the start that had the handler.
      case keepsReport
    }

    /// The source of a report that settles the start at once.
    @usableFromInline let source: Source
    /// The effect on the start that had the handler.
    @usableFromInline let loser: Loser
  }

  @usableFromInline private(set) var phase = Phase.unbound
  /// The number of reports after the one that counts.
  @usableFromInline private(set) var surplus: UInt32 = 0
  /// The start in the waiting start's run whose intent was executing when the report arrived; 0 if there was none.
  private var reportedDuring = 0
  /// The time of the latest late report that hasn't been taken; 0 if there is none. It outlives a binding, because an intent
  /// of another run that was executing when the report arrived can still return the handler.
  private var lateAt: UInt64 = 0

  @usableFromInline
  init() {}

  /// Records a report.
  ///
  /// - Parameter start: The number of the start whose intent is executing in the run of the waiting start; 0 if there is none.
  /// - Returns: The action of the reporting thread.
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
    case .reported where !isLate(during: start, hasEnded: false):
      countSurplus()
      return .drop
    case .reported, .settled:
      return .sendLate
    }
  }

  /// Returns whether a report that arrives now is late: it doesn't belong to the start that has the handler, but may belong to
  /// another start that is about to return the handler.
  ///
  /// - Parameters:
  ///   - start: The same as for ``report(during:)``.
  ///   - hasEnded: Whether the start that has the handler was cancelled or superseded. The handler itself doesn't know this.
  /// - Returns: Whether the report is late.
  @usableFromInline
  func isLate(during start: Int, hasEnded: Bool) -> Bool {
    switch phase {
    case .settled: true
    case .waiting: hasEnded
    // The report on its way was made earlier or during another intent. This one is made during the intent of `start`.
    case .reported: hasEnded || start != 0 && start != reportedDuring
    case .unbound, .early: false
    }
  }

  /// Records that a late report is sent.
  ///
  /// - Parameter time: The time of the report on the clock of late reports.
  @usableFromInline
  mutating func reportLate(at time: UInt64) {
    lateAt = time
  }

  /// Records that the latest late report has been taken.
  ///
  /// - Parameter time: The time of the previous one that hasn't been taken; 0 if there is none.
  @usableFromInline
  mutating func takeLate(leaving time: UInt64) {
    lateAt = time
  }

  /// Binds the handler to a start whose intent returns it.
  ///
  /// - Parameters:
  ///   - start: The number of the start, if its run is also the run of the start that had the handler; otherwise 0.
  ///   - time: The time of the intent's call, on the clock of late reports.
  /// - Returns: The action of the start.
  @usableFromInline
  mutating func bind(toStart start: Int, begunAt time: UInt64) -> Binding {
    let loser: Binding.Loser
    switch phase {
    case .early:
      phase = .settled
      return Binding(source: .stored, loser: .noStart)
    case .reported where start != 0 && start == reportedDuring:
      phase = .settled
      return Binding(source: .stored, loser: .superseded)
    case .unbound, .settled: loser = .noStart
    case .waiting: loser = .superseded
    case .reported: loser = .keepsReport
    }
    let isReportedLate = lateAt > time
    phase = isReportedLate ? .settled : .waiting
    return Binding(source: isReportedLate ? .late : .none, loser: loser)
  }

  /// Binds the handler to its first start. There is no report.
  mutating func bindFirst() {
    phase = .waiting
  }

  /// Settles the start, when its report arrives on the run's queue or was there when the intent returned. Returns the surplus.
  @usableFromInline
  mutating func settle() -> UInt32 {
    phase = .settled
    let count = surplus
    surplus = 0
    return count
  }

  /// Resets the surplus, which stays with the report of the earlier start.
  mutating func leaveSurplus() {
    surplus = 0
  }

  /// Counts a report that no start can take.
  @usableFromInline
  mutating func countSurplus() {
    if surplus < .max { surplus += 1 }
  }
}
