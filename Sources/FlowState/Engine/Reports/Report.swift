import Synchronization

/// What a handler reports: a result, no result, or an error. The code that takes a result must empty the storage.
@usableFromInline
struct ReportContents {
  @usableFromInline var storage: InlineStorage
  @usableFromInline var failure: (any Error)?

  @inlinable
  init(storage: InlineStorage = InlineStorage(), failure: (any Error)? = nil) {
    self.storage = storage
    self.failure = failure
  }

  /// Takes the contents out. Swapped, because a copy would retain and release the error.
  mutating func take() -> ReportContents {
    var taken = ReportContents()
    swap(&taken, &self)
    return taken
  }
}

/// The address and the moment of a report: the start that had the handler when the report was made.
///
/// The lane of that start decides what the report does when it opens it; see ``Lane/open(_:_:from:)``. The contents are separate, because
/// a start on another queue can take them while the lane looks at the address.
struct Report {
  /// The lane of the start. The report owns a reference, which the owner of the report releases. Unmanaged, like that of a handler.
  let lane: Unmanaged<Lane>
  /// The number of the start's visit in the run of the lane.
  let visit: Int
  /// The name of the step.
  let name: StepName
  let moment: ReportMoment
  /// Whether the engine made the report, for a step that hosts work.
  let isOfEngine: Bool
  /// The type of the handler, which knows the type of the result.
  private let type: AnyFlowStepHandler.Type

  /// Creates a report, and retains its lane.
  init(
    of type: AnyFlowStepHandler.Type, to lane: Unmanaged<Lane>, _ visit: Int, _ name: StepName, _ moment: ReportMoment,
    isOfEngine: Bool
  ) {
    self.type = type
    self.lane = lane.retain()
    self.visit = visit
    self.name = name
    self.moment = moment
    self.isOfEngine = isOfEngine
  }

  /// Returns a copy with a reference of its own to the lane.
  func copy() -> Report {
    _ = lane.retain()
    return self
  }

  /// Releases the lane, and a result that nothing has taken. Called once, by the owner of the report.
  func release(_ contents: ReportContents) {
    lane.release()
    if contents.storage.isFilled { type.drop(contents.storage) }
  }
}

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
