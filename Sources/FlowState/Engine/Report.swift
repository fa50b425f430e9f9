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
}

/// A report with an address: the start that had the handler when the report was made.
///
/// The lane of that start decides what the report does when it opens it; see ``Lane/open(_:from:)``.
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
  private var contents: ReportContents

  /// Creates a report, and retains its lane.
  init(
    _ contents: consuming ReportContents, of type: AnyFlowStepHandler.Type, to lane: Unmanaged<Lane>, _ visit: Int,
    _ name: StepName, _ moment: ReportMoment, isOfEngine: Bool
  ) {
    self.contents = contents
    self.type = type
    self.lane = lane.retain()
    self.visit = visit
    self.name = name
    self.moment = moment
    self.isOfEngine = isOfEngine
  }

  /// Opens the report in its lane.
  ///
  /// - Parameter mail: The envelope of the report; nil if it is opened on the spot.
  mutating func open(from mail: ReportMail?) {
    lane._withUnsafeGuaranteedRef { $0.open(&self, from: mail) }
  }

  /// Returns the report with its contents, and leaves it empty.
  mutating func move() -> Report {
    let moved = self
    _ = lane.retain()
    contents = ReportContents()
    return moved
  }

  /// The report without its contents.
  var withoutContents: Report {
    var report = self
    report.contents = ReportContents()
    return report
  }

  /// Takes over the contents of a report that is no longer used.
  mutating func takeContents(of other: Report) {
    contents = other.contents
  }

  /// Takes the contents out. Only for the lane or the start that the report belongs to.
  mutating func takeContents() -> ReportContents {
    // Swapped, because a copy would retain and release the error.
    var taken = ReportContents()
    swap(&taken, &contents)
    return taken
  }

  /// Releases the lane, and a result that nothing has taken. Called once, by the owner of the report.
  func release() {
    lane.release()
    if contents.storage.isFilled { type.drop(contents.storage) }
  }
}
