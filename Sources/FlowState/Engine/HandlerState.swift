/// Which start a handler serves, and what has been reported to it: a state machine without lock, queue or memory.
///
/// Reports come from any thread. Starts come from the queues of their runs, when an intent returns the handler. The handler
/// asks under its lock what each of them means, and acts on the answer when the lock is free.
///
///     unbound ──report──▶ early
///        │ bind             │ bind
///        ▼                  ▼
///     waiting ──report──▶ reported ──settle───▶ settled
///        ▲                  │ bind                 │ bind
///        └──────────────────┴──────────────────────┘
///
/// A bind takes the handler from the start that had it. A report that was made while the binding intent executed belongs to
/// the new start, and settles it at once.
@usableFromInline
struct HandlerState: Hashable, Sendable {
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
    /// Send the report as a late one: the start has its report, or needs none, but another one may be about to return the
    /// handler.
    case sendLate
  }

  /// What a start has to do whose intent has returned the handler.
  @usableFromInline
  struct Binding: Equatable, Sendable {
    @usableFromInline
    enum Source: Sendable {
      /// There is no report of the start yet: it waits.
      case none
      /// The report that the handler keeps.
      case stored
      /// The latest late report.
      case late
    }

    @usableFromInline
    enum Loser: Sendable {
      /// Nobody: no start waited for the handler.
      case nobody
      /// The start that waited until now, or whose report is taken, is superseded.
      case superseded
      /// The report that is on its way stays with the start that had the handler.
      case keepsReport
    }

    /// The report that settles the start at once.
    @usableFromInline let source: Source
    /// What becomes of the start that had the handler.
    @usableFromInline let loser: Loser
  }

  @usableFromInline private(set) var phase = Phase.unbound
  /// How many reports came on top of the one that counts.
  @usableFromInline private(set) var surplus: UInt32 = 0
  /// The start that was executing its intent, in the run of the waiting start, when the report came; 0 if none was.
  private var reportedDuring = 0
  /// When the latest report came that was late and has not been taken; 0 if there is none. It outlives a bind, because an intent
  /// of another run that was executing when the report came may still be about to return the handler.
  private var lateAt: UInt64 = 0

  @usableFromInline
  init() {}

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
    case .reported where !isLate(during: start, hasEnded: false):
      countSurplus()
      return .drop
    case .reported, .settled:
      return .sendLate
    }
  }

  /// Whether a report that comes now is not that of the start which has the handler, but may be that of another one, which is
  /// about to return the handler.
  ///
  /// - Parameters:
  ///   - start: As for ``report(during:)``.
  ///   - hasEnded: Whether the start that has the handler was cancelled or superseded, which the handler is not told.
  /// - Returns: Whether it is late.
  @usableFromInline
  func isLate(during start: Int, hasEnded: Bool) -> Bool {
    switch phase {
    case .settled: true
    case .waiting: hasEnded
    // A report that is on its way was made before, or during another intent; this one is made during the intent of `start`.
    case .reported: hasEnded || start != 0 && start != reportedDuring
    case .unbound, .early: false
    }
  }

  /// A late report is sent.
  ///
  /// - Parameter time: The time of the report on the clock of late reports.
  @usableFromInline
  mutating func reportLate(at time: UInt64) {
    lateAt = time
  }

  /// The latest late report has been taken.
  ///
  /// - Parameter time: The time of the one before it that has not been taken; 0 if there is none.
  @usableFromInline
  mutating func takeLate(leaving time: UInt64) {
    lateAt = time
  }

  /// The intent of a start returns the handler.
  ///
  /// - Parameters:
  ///   - start: The number of the start in its run, if that is also the run of the start that had the handler; else 0.
  ///   - time: The time, on the clock of late reports, at which the intent was called.
  /// - Returns: What the start has to do.
  @usableFromInline
  mutating func bind(toStart start: Int, begunAt time: UInt64) -> Binding {
    let loser: Binding.Loser
    switch phase {
    case .early:
      phase = .settled
      return Binding(source: .stored, loser: .nobody)
    case .reported where start != 0 && start == reportedDuring:
      phase = .settled
      return Binding(source: .stored, loser: .superseded)
    case .unbound, .settled: loser = .nobody
    case .waiting: loser = .superseded
    case .reported: loser = .keepsReport
    }
    let isReportedLate = lateAt > time
    phase = isReportedLate ? .settled : .waiting
    return Binding(source: isReportedLate ? .late : .none, loser: loser)
  }

  /// The run's queue receives the report of the start, or an intent has found it done; returns the surplus.
  @usableFromInline
  mutating func settle() -> UInt32 {
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
