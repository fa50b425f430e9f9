/// A result, no result, or an error, as a handler reports it. The code that takes a result must empty the storage.
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
/// The lane of that start decides what the report does when it opens it; see `Lane.open`. The contents are separate, because a start on
/// another queue can take them while the lane looks at the address.
struct ReportAddress {
  /// The lane of the start. The address owns a reference, which the owner of the report releases. Unmanaged, like that of a handler.
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

  /// Creates an address, and retains its lane.
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

  /// Opens the report in its lane. Inlined, which saves 0.6 % of the instructions of a step that waits for its own queue (S2).
  @inline(__always)
  func open(_ contents: inout ReportContents, from mail: ReportMail?) {
    lane._withUnsafeGuaranteedRef {
      $0.open(for: visit, moment, isOfEngine: isOfEngine, of: name, &contents, from: mail)
    }
  }

  /// Returns a copy with a reference of its own to the lane.
  func copy() -> ReportAddress {
    _ = lane.retain()
    return self
  }

  /// Releases the lane, and a result that nothing has taken. Called once, by the owner of the report.
  func release(_ contents: ReportContents = ReportContents()) {
    lane.release()
    if contents.storage.isFilled { type.drop(contents.storage) }
  }
}

/// The envelope of a report that can't be opened on the spot: another thread made it, the run is busy, or an intent that is executing
/// can still take it.
@usableFromInline
final class ReportMail: Message {
  /// The address. Doesn't change after the report is posted, so any thread can read it then.
  @exclusivity(unchecked) private var address: ReportAddress
  /// The contents. Guarded by the thread that makes the report, and then by the event loop of the lane or the start that takes them.
  @exclusivity(unchecked) private var contents: ReportContents
  /// The attachment of the start, for a report that can complete the step again. Set before the report is posted; then guarded by the
  /// event loop.
  @exclusivity(unchecked) private(set) var attachment: Attachment?
  /// The handler that remembers the report until its lane opens it. Set before the report is posted; then guarded by the event loop.
  @exclusivity(unchecked) private var handler: AnyFlowStepHandler?

  // Guarded by the handler's lock.
  /// Whether a lane or a start has the report.
  @exclusivity(unchecked) fileprivate var isTaken = false
  /// Whether the lane has opened the report.
  @exclusivity(unchecked) fileprivate var isOpened = false
  /// The report that the handler remembered before.
  @exclusivity(unchecked) fileprivate var earlier: ReportMail?

  /// Puts a report into an envelope, and empties the caller's contents.
  init(to address: ReportAddress, moving contents: inout ReportContents) {
    self.address = address.copy()
    self.contents = contents.take()
  }

  deinit {
    address.release(contents)
    // In a loop, because releasing a long list recursively would exhaust the stack.
    var next = earlier.take()
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.earlier.take() }
  }

  /// Addresses the report anew, because a start can have bound the handler since the envelope was made. Called with the handler's lock held.
  ///
  /// - Parameters:
  ///   - address: The address. The envelope takes it over.
  ///   - attachment: The attachment of the start.
  ///   - handler: The handler, if it remembers the report.
  /// - Returns: The address before, for the caller to release without the lock.
  func readdress(
    to address: ReportAddress, _ attachment: Attachment?, rememberedBy handler: AnyFlowStepHandler?
  ) -> ReportAddress {
    let provisional = self.address
    self.address = address
    self.attachment = attachment
    self.handler = handler
    return provisional
  }

  /// Opens the report in its lane, which the event loop holds meanwhile.
  @usableFromInline
  override func deliver() {
    let lane = address.lane
    lane._withUnsafeGuaranteedRef { $0.unownedEventLoop }._withUnsafeGuaranteedRef { $0.hold(lane) }
    deliverInside()
  }

  /// Opens the report in its lane, inside another delivery.
  func deliverInside() {
    var none = ReportContents()
    address.open(&none, from: self)
  }

  /// Records that the lane opens the report.
  ///
  /// - Parameter taking: Whether the lane takes the report, unless a start has taken it.
  /// - Returns: Whether the report is the lane's: no start has taken it.
  func open(taking: Bool) -> Bool {
    guard let handler = handler.take() else { return true }
    return handler.recordOpening(of: self, taking: taking)
  }

  /// Posts the report, unless a start has taken it.
  func postUnlessTaken() {
    if handler?.hasTaken(self) ?? false { return }
    address.lane._withUnsafeGuaranteedRef { $0.run.eventLoop.post(self) }
  }

  /// The moment of the report.
  fileprivate var moment: ReportMoment { address.moment }

  /// Takes the contents out. Only for the lane or the start that has taken the report.
  func takeContents() -> ReportContents { contents.take() }
}

/// The reports that the next start of a handler can take, the latest first.
///
/// A list through the envelopes, so that nothing is allocated under the handler's lock. All methods are called with that lock held. They
/// release nothing: they return what the caller must release without the lock.
struct RememberedReports {
  private var latest: ReportMail?

  var isEmpty: Bool { latest == nil }

  /// The reports that a start has taken.
  struct Taken {
    /// The latest one, which settles the start.
    fileprivate(set) var latest: ReportMail?
    /// The number of others that no lane has reported as extra.
    fileprivate(set) var surplus: UInt32 = 0
    /// Whether one of them is the first report of the start that had the handler.
    fileprivate(set) var hasFirst = false
    /// The reports that the handler no longer remembers.
    fileprivate var forgotten: ReportMail?
  }

  /// Remembers a report.
  mutating func remember(_ mail: ReportMail) -> ReportMail? {
    let previous = latest
    // A report that was reported as extra is kept only until the next one comes.
    mail.earlier = previous.flatMap { $0.isOpened ? $0.earlier : $0 }
    latest = mail
    return previous
  }

  /// Takes the reports that belong to a start. A report that a start on another event loop can take stays remembered. A report that was
  /// made for the start that had the handler stays with that start.
  mutating func take(forStart start: Int, begunAt time: UInt64) -> Taken {
    var taken = Taken()
    var kept: ReportMail?
    var next = latest.take()
    while let mail = next {
      next = mail.earlier.take()
      let moment = mail.moment
      if mail.isTaken {
        // The handler forgets it.
      } else if moment.belongs(toStart: start, begunAt: time) {
        mail.isTaken = true
        if case .first = moment { taken.hasFirst = true }
        if taken.latest == nil { taken.latest = mail } else if !mail.isOpened { taken.surplus += 1 }
      } else if moment.isLate {
        if let kept { kept.earlier = mail } else { latest = mail }
        kept = mail
        continue
      }
      mail.earlier = taken.forgotten
      taken.forgotten = mail
    }
    return taken
  }

  /// Records that a lane opens a report; see ``ReportMail/open(taking:)``.
  mutating func open(_ mail: ReportMail, taking: Bool) -> (isOfLane: Bool, forgotten: (ReportMail?, ReportMail?)) {
    let isOfLane = !mail.isTaken
    mail.isOpened = true
    if taking { mail.isTaken = true }
    var forgotten: (ReportMail?, ReportMail?) = (mail.earlier, nil)
    // Forget the reports before it that are done with.
    while let earlier = mail.earlier, earlier.isOpened || earlier.isTaken { mail.earlier = earlier.earlier }
    // A start on another event loop can still take a late report that is only extra here.
    if latest === mail, mail.isTaken || !mail.moment.isLate {
      forgotten.1 = latest
      latest = mail.earlier
      mail.earlier = nil
    }
    return (isOfLane, forgotten)
  }

  /// Whether a lane or a start has taken a report.
  func hasTaken(_ mail: ReportMail) -> Bool { mail.isTaken }
}
