import Synchronization

/// Whether the start that a handler serves has a report, and the moment of each report: a state machine without a lock or a queue.
/// The handler uses it under its lock.
///
///     unbound ──report──▶ early
///        │ bind             │ bind
///        ▼                  ▼
///     serving ──report──▶ reported
///        ▲ ◀────── bind ────┘
///
/// Only the lane knows whether the start still waits, and decides what a report does; see ``LaneState/verdict(on:isAwaited:canCompleteAgain:)``.
@usableFromInline
struct HandlerState: Hashable, Sendable {
  @usableFromInline
  enum Phase: UInt8, Sendable {
    /// No start has had the handler, and there is no report.
    case unbound
    /// No start has had the handler. A report is stored.
    case early
    /// A start has the handler. It has no report.
    case serving
    /// A start has the handler, and its report.
    case reported
  }

  @usableFromInline private(set) var phase = Phase.unbound
  /// The number of early reports that a later one has replaced.
  private(set) var surplus: UInt32 = 0

  @usableFromInline
  init() {}

  /// Whether a start has the handler, or had it.
  var isBound: Bool { phase == .serving || phase == .reported }

  /// Records a report before the first start. The last one counts.
  mutating func reportEarly() {
    if phase == .early, surplus < .max { surplus += 1 }
    phase = .early
  }

  /// Records a report to the start that has the handler.
  ///
  /// - Parameters:
  ///   - isAwaited: Whether the start's lane waits for it.
  ///   - start: The number of the start whose intent is executing in the event loop of that lane; 0 if there is none.
  ///   - time: The time.
  /// - Returns: The moment of the report.
  mutating func report(isAwaited: Bool, during start: Int, at time: @autoclosure () -> UInt64) -> ReportMoment {
    switch (phase, isAwaited) {
    case (.reported, true): return .onTop(during: start)
    case (.reported, false): return .again(at: time())
    case (_, true):
      phase = .reported
      return .first(during: start)
    case (_, false): return .afterEnd(at: time())
    }
  }

  /// Binds the handler to a start whose intent returns it.
  ///
  /// - Parameters:
  ///   - hasReport: Whether there is a report that belongs to the start.
  ///   - wasAwaited: Whether the start that had the handler waits.
  ///   - takesFirst: Whether the report that belongs to the new start is the first one of the start that had the handler.
  /// - Returns: Whether the start that had the handler is superseded. Otherwise a report for it is on its way, or it has ended.
  mutating func bind(hasReport: Bool, wasAwaited: Bool, takesFirst: Bool) -> Bool {
    let isSuperseded = wasAwaited && (phase == .serving || takesFirst)
    phase = hasReport ? .reported : .serving
    return isSuperseded
  }

  /// Takes the number of replaced early reports.
  mutating func takeSurplus() -> UInt32 {
    defer { surplus = 0 }
    return surplus
  }
}

/// When a report was made, as far as it decides to which start the report belongs.
///
/// If an intent that was executing returns the handler, its start takes the report. Otherwise the report stays with the start that had
/// the handler: it settles that start, continues an open run, or is extra.
@usableFromInline
enum ReportMoment: Hashable, Sendable {
  /// The start waited and had no report. `start` is the number of the intent that was executing in its event loop, or 0.
  case first(during: Int)
  /// The start waited and had a report.
  case onTop(during: Int)
  /// The start had settled with a report.
  case again(at: UInt64)
  /// The start had ended without a report.
  case afterEnd(at: UInt64)

  /// Whether no start waited for the report.
  var isLate: Bool {
    switch self {
    case .first, .onTop: false
    case .again, .afterEnd: true
    }
  }

  /// Whether an intent that was executing when the report was made can return the handler, and so take the report.
  var canBelongToNext: Bool {
    switch self {
    case .first(let start), .onTop(let start): start != 0
    case .again, .afterEnd: true
    }
  }

  /// Decides whether a start whose intent returns the handler takes the report.
  ///
  /// - Parameters:
  ///   - start: The number of the start, if it is on the event loop of the start that had the handler; otherwise 0.
  ///   - time: The time of the intent's call.
  /// - Returns: Whether the start takes the report.
  func belongs(toStart start: Int, begunAt time: UInt64) -> Bool {
    switch self {
    case .first(let number), .onTop(let number): number != 0 && number == start
    case .again(let moment), .afterEnd(let moment): moment > time
    }
  }
}

/// The order of late reports and of the calls of intents.
///
/// The next start of a handler can be in any run, on any queue, and until its intent returns, nothing connects the two. So only a
/// counter of the whole process can show whether a late report was made before or after an intent was called. It counts late
/// reports, which are rare. An intent reads it.
enum ReportClock {
  private static let count = Atomic<UInt64>(0)

  static var now: UInt64 { count.load(ordering: .acquiring) }

  static func tick() -> UInt64 { count.add(1, ordering: .acquiringAndReleasing).newValue }
}
