import Synchronization

/// A handler without its types. Use it to report that the work failed.
///
/// Pass it to code that starts or watches work but doesn't produce the result:
///
/// ```swift
/// func watch(_ connection: Connection, for handler: AnyFlowStepHandler) {
///   connection.onLoss { error in handler.fail(error) }
/// }
/// ```
///
/// `@unchecked Sendable`: `lock` guards what any thread changes. The run's queue guards `connection`, and the main actor the
/// subclass's `update`. The lock is never held during an allocation, a release or a call of a closure.
public class AnyFlowStepHandler: @unchecked Sendable {
  // These five share a word.
  private let lock = SpinLock()
  /// Whether the engine completes the handler, when the work that the step hosts has ended. Set before the handler is bound.
  @exclusivity(unchecked) private var isCompletedByEngine = false
  /// Whether the handler's owner receives content. Any thread can read it.
  private let hasUpdate = Atomic<Bool>(false)
  /// Whether a start has had the handler, so that a report has an address. A hint, which spares a second lock.
  private let isBoundHint = Atomic<Bool>(false)
  /// The operator that made the step of the start that the handler serves. Guarded by `lock`.
  @exclusivity(unchecked) private var wrapper: FlowOperator?
  /// Whether the served start has a report. This field and the ones below, up to `cancellation`, are guarded by `lock`.
  @exclusivity(unchecked) private var state = HandlerState()
  // The start that the handler serves, in fields of their own: to copy them as one value costs 100 instructions per step (S2).
  // All are guarded by `lock`.
  /// The lane of the start; nil before the first start. The handler owns this reference; see ``ServedStart``.
  @exclusivity(unchecked) private var lane: Unmanaged<Lane>?
  @exclusivity(unchecked) private var visit = 0
  @exclusivity(unchecked) private var identifier = ""
  @exclusivity(unchecked) private var attachment: Attachment?
  /// The report that was made before the first start.
  @exclusivity(unchecked) private var early = ReportContents()
  /// The reports that the next start can take.
  @exclusivity(unchecked) private var remembered = RememberedReports()
  /// The action that stops the work of the next start if that start is cancelled.
  @exclusivity(unchecked) private var cancellation: CancellationAction?
  /// The connection of a module of the package with the next start. Guarded by the run's queue.
  @exclusivity(unchecked) private var connection: HandlerConnection?

  @inlinable
  init() {}

  deinit {
    if early.storage.isFilled { drop(early.storage) }
    guard let lane else { return }
    if state.phase == .serving || attachment != nil {
      served?.handlerIsReleased(isServing: state.phase == .serving)
    }
    lane.release()
  }

  // MARK: Reporting

  /// Reports that the step's work has failed. The step settles as failed.
  ///
  /// You can call this method from any thread, and inside the intent. The report belongs to a start by the same rules as for
  /// ``FlowStepHandler/complete(_:)``.
  ///
  /// - Parameter error: The error. It becomes the cause of the run's error.
  public final func fail(_ error: any Error) {
    report(ReportContents(failure: error))
  }

  /// Accepts a report, from any thread. The handler takes ownership of the result.
  @usableFromInline
  final func report(_ contents: consuming ReportContents) {
    if !isBoundHint.load(ordering: .relaxed) {
      lock.lock()
      if !state.isBound { return keep(contents) }
      lock.unlock()
    }
    send(contents)
  }

  /// Keeps a report for the first start. Called with the lock held; releases it.
  private func keep(_ contents: consuming ReportContents) {
    let replaced = early
    state.reportEarly()
    early = contents
    lock.unlock()
    drop(replaced.storage)
    withExtendedLifetime(replaced) {}
  }

  /// Sends a report to the lane of the start that has the handler, or had it last.
  private func send(_ contents: consuming ReportContents) {
    lock.lock()
    guard let lane else { return lock.unlock() }
    let canBelongToNext = canBelongToNext
    // Provisional if a start can take the report: `sendRemembered` makes the moment anew.
    let moment = canBelongToNext ? .first(during: 0) : makeMoment()
    let address = ReportAddress(of: type(of: self), to: lane, visit, name, moment, isOfEngine: isCompletedByEngine)
    lock.unlock()
    if canBelongToNext {
      // Allocated without the lock. Meanwhile, everything can change, also the moment.
      sendRemembered(ReportMail(to: address, moving: &contents))
    } else {
      lane._withUnsafeGuaranteedRef { $0.unownedEventLoop }._withUnsafeGuaranteedRef { $0.post(to: address, &contents) }
    }
    address.release(contents)
  }

  /// Sends a report that a start whose intent is executing can take.
  private func sendRemembered(_ mail: ReportMail) {
    lock.lock()
    guard let lane else { return lock.unlock() }
    let moment = makeMoment()
    let isOfEngine = isCompletedByEngine
    let isRemembered = moment.canBelongToNext && !isOfEngine
    let provisional = mail.readdress(
      to: ReportAddress(of: type(of: self), to: lane, visit, name, moment, isOfEngine: isOfEngine), attachment,
      rememberedBy: isRemembered ? self : nil)
    let replaced = isRemembered ? remembered.remember(mail) : nil
    lock.unlock()
    withExtendedLifetime(replaced) {}
    provisional.release()
    // The report keeps the lane alive, also if another start binds the handler now.
    lane._withUnsafeGuaranteedRef { $0.unownedEventLoop }._withUnsafeGuaranteedRef {
      $0.post(mail, isLate: moment.isLate, isOfEngine: isOfEngine)
    }
    withExtendedLifetime(mail) {}
  }

  /// Records that a report is made, and returns its moment. Called with the lock held.
  private func makeMoment() -> ReportMoment {
    state.report(isAwaited: isAwaited, during: startUnderWay, at: ReportClock.tick())
  }

  /// Whether a start whose intent is executing can take a report that is made now. Called with the lock held.
  private var canBelongToNext: Bool { !isCompletedByEngine && (!isAwaited || startUnderWay != 0) }

  /// The number of the start whose intent is executing in the event loop of the start that the handler serves; 0 if there is none. Called
  /// with the lock held.
  private var startUnderWay: Int {
    lane?._withUnsafeGuaranteedRef { $0.unownedEventLoop._withUnsafeGuaranteedRef { $0.startUnderWay } } ?? 0
  }

  /// Whether the lane of the start that the handler serves waits for a report. Called with the lock held.
  private var isAwaited: Bool { lane?._withUnsafeGuaranteedRef { $0.awaits(visit) } ?? false }

  /// Records that a lane opens a report that the handler remembers; see ``ReportMail/open(taking:)``.
  final func recordOpening(of mail: ReportMail, taking: Bool) -> Bool {
    lock.lock()
    let (isOfLane, forgotten) = remembered.open(mail, taking: taking)
    lock.unlock()
    withExtendedLifetime(forgotten) {}
    return isOfLane
  }

  /// Whether a lane or a start has taken a report that the handler remembers.
  final func hasTaken(_ mail: ReportMail) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return remembered.hasTaken(mail)
  }

  /// Takes the early report. Called with the lock held.
  private func takeEarly() -> ReportContents {
    let taken = early
    early = ReportContents()
    return taken
  }

  /// Releases a result, if there is one.
  final func drop(_ storage: InlineStorage) { if storage.isFilled { type(of: self).drop(storage) } }

  /// Releases a result. Overridden by the subclass, which knows its type.
  class func drop(_ storage: InlineStorage) {}

  // MARK: Serving

  /// The outcome of binding a handler to a start.
  @usableFromInline
  enum Binding {
    /// The lane waits for the report.
    case waiting
    /// The report has already arrived, with `surplus` further reports.
    case reported(ReportContents, surplus: UInt32)
  }

  /// Binds the handler to the start that is under way in a lane, regardless of its earlier starts. Called on the lane's queue.
  final func bind(to step: AnyFlowStep, in lane: Lane) -> Binding {
    lock.lock()
    if state.phase == .unbound, cancellation == nil {
      _ = state.bind(hasReport: false, wasAwaited: false, takesFirst: false)
      serve(step, in: lane)
      lock.unlock()
      return .waiting
    }
    let earlier = served
    let wasAwaited = isAwaited
    let early = state.phase == .early ? takeEarly() : nil
    let isSameLoop = earlier?.lane._withUnsafeGuaranteedRef { $0.shareEventLoop(with: lane) } ?? false
    let start = isSameLoop ? lane.unownedEventLoop._withUnsafeGuaranteedRef { $0.startUnderWay } : 0
    let taken =
      remembered.isEmpty ? RememberedReports.Taken() : remembered.take(forStart: start, begunAt: lane.startedAt)
    let hasReport = early != nil || taken.latest != nil
    let surplus = state.takeSurplus() + taken.surplus
    let isSuperseded = state.bind(hasReport: hasReport, wasAwaited: wasAwaited, takesFirst: taken.hasFirst)
    serve(step, in: lane)
    let (action, tooLate) = takeCancellation(since: lane.startedAt, isWaiting: !hasReport)
    lock.unlock()
    if let action { _ = lane.changeWork { $0.exchangeCancellation(action) } }
    withExtendedLifetime((taken, tooLate)) {}
    earlier?.loseHandler(isSuperseded: isSuperseded)
    guard let contents = early ?? taken.latest?.takeContents() else { return .waiting }
    return .reported(contents, surplus: surplus)
  }

  /// Records the start that the handler serves from now on. The caller keeps and releases the earlier one. Called with the lock held.
  private func serve(_ step: AnyFlowStep, in lane: Lane) {
    self.lane = .passRetained(lane)
    visit = lane.visit
    identifier = step.identifier
    wrapper = step.wrapper
    if step.attachment != nil || attachment != nil { attachment = step.attachment }
    isBoundHint.store(true, ordering: .relaxed)
  }

  /// Takes the report that the handler received inside the intent, if the handler has served no start; nil if the handler must
  /// be bound. Only for a handler to which the engine has the only strong reference, in a run without an observer.
  @usableFromInline
  final func settleUnseen() -> ReportContents? {
    lock.lock()
    guard state.phase == .early, connection == nil, !isCompletedByEngine else {
      lock.unlock()
      return nil
    }
    let contents = takeEarly()
    let action = cancellation.take()
    lock.unlock()
    withExtendedLifetime(action) {}
    return contents
  }

  /// Binds a handler that settled unseen to its start, because other code still refers to it.
  final func bindAfterwards(to step: AnyFlowStep, in lane: Lane) {
    lock.lock()
    let tooLate = takeEarly()
    _ = state.takeSurplus()
    _ = state.bind(hasReport: true, wasAwaited: false, takesFirst: false)
    serve(step, in: lane)
    lock.unlock()
    drop(tooLate.storage)
    withExtendedLifetime(tooLate) {}
  }

  /// The start that the handler serves; nil before the first one.
  final var servedStart: ServedStart? {
    lock.lock()
    defer { lock.unlock() }
    return served
  }

  /// The start that the handler serves. Called with the lock held.
  private var served: ServedStart? {
    lane.map { ServedStart(lane: $0, visit: visit, name: name, attachment: attachment) }
  }

  /// The name of the step of that start. Called with the lock held.
  private var name: StepName { StepName(identifier, wrapper: wrapper) }

  /// Connects the handler with a step that is still served, because its owner asks for content.
  final func attach(_ attachment: Attachment) {
    lock.lock()
    self.attachment = attachment
    lock.unlock()
  }

  /// Whether the handler's owner receives content.
  @usableFromInline final var receivesContent: Bool {
    get { hasUpdate.load(ordering: .acquiring) }
    set { hasUpdate.store(newValue, ordering: .releasing) }
  }

  // MARK: Work

  /// Sets an action that stops the work when its result is no longer needed.
  ///
  /// The result is no longer needed when the run is cancelled or goes back, when a timeout, a sibling's failure or a lost race
  /// ends the step, and when the step is started again.
  ///
  /// You can call this method from any thread. Inside an intent, the action is for the start whose intent next returns the
  /// handler. Elsewhere, it is for the start that waits for the handler. If that start is already cancelled, the run calls the
  /// action soon. A second call replaces the action. A step that settles releases it.
  ///
  /// If the action uses state of the flow's builder, set it on the step: ``AnyFlowStep/onCancel(_:)``.
  ///
  /// ```swift
  /// let request = client.fetch { reply in handler.complete(reply) }
  /// handler.onCancel { request.cancel() }
  /// ```
  ///
  /// - Parameter action: Stops the work. Called on the run's queue, at most once, for the innermost step first. If the handler
  ///   still reports, the run ignores the report and notifies the observer.
  public final func onCancel(_ action: @escaping @Sendable () -> Void) {
    let stored = CancellationAction(action)
    let message = CancellationActionMessage(stored)
    let here = CurrentThread.eventLoop
    let isForNextStart = here?.isStarting ?? false
    lock.lock()
    guard !isForNextStart, let served, state.phase == .serving || isAwaited else {
      let replaced = cancellation
      cancellation = stored
      if state.phase == .reported, !isAwaited { stored.time = ReportClock.tick() }
      lock.unlock()
      return withExtendedLifetime(replaced) {}
    }
    // After a report, no work is left to stop.
    let isWorking = state.phase != .reported
    let lane = served.lane.takeUnretainedValue()
    let eventLoop = lane.run.eventLoop
    guard isWorking, eventLoop !== here else {
      lock.unlock()
      if isWorking { lane.setCancellation(stored, for: served.visit) }
      return
    }
    message.address(to: lane, served.visit)
    // Under the lock, so that the action is delivered before a report.
    let needsTurn = eventLoop.pushLocked(message)
    lock.unlock()
    if needsTurn { eventLoop.scheduleTurn() }
  }

  /// Takes the cancellation action for the next start, and an action to release. Called with the lock held.
  private func takeCancellation(since time: UInt64, isWaiting: Bool) -> (CancellationAction?, CancellationAction?) {
    guard let cancellation = cancellation.take() else { return (nil, nil) }
    // An action that was set after one start had settled and before the next one began is too late.
    guard isWaiting, cancellation.time > time || cancellation.time == 0 else { return (nil, cancellation) }
    return (cancellation, nil)
  }

  /// Makes this a handler that the engine completes. Called before the handler is shared.
  final func leaveToEngine() { isCompletedByEngine = true }

  /// Returns the connection for the next start, and makes it if there is none.
  final func makeConnection() -> HandlerConnection {
    if let connection { return connection }
    let made = HandlerConnection()
    connection = made
    return made
  }

  /// Takes the connection for the start that binds the handler.
  final func takeConnection() -> HandlerConnection? { connection == nil ? nil : connection.take() }
}
