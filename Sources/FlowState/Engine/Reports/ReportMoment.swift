import Synchronization

/// When a report was made, as far as it decides to which start the report belongs.
///
/// There are three possibilities: the start whose intent was executing and then returns the handler takes the report; otherwise the
/// report stays with the start that had the handler, and settles it, continues an open run, or is extra.
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
/// counter of the whole process can tell whether a late report was made before or after an intent was called. It counts late
/// reports, which are rare. An intent reads it.
enum ReportClock {
  private static let count = Atomic<UInt64>(0)

  static var now: UInt64 { count.load(ordering: .acquiring) }

  static func tick() -> UInt64 { count.add(1, ordering: .acquiringAndReleasing).newValue }
}
