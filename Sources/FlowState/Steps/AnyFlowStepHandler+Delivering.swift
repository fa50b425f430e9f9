/// The mail of a handler: its report on the way to a lane.
///
/// A handler travels through the mailbox itself, as long as it is in no other one. Otherwise, a relay travels for it. If another start
/// binds the handler before the report has been delivered, the report stays behind in a carrier, for the lane that it was made for.
struct HandlerMail {
  /// Whether the handler itself is in a mailbox, or is about to be delivered.
  private var isUnderWay = false
  /// Whether the report that the handler holds travels with the handler itself.
  private var hasReport = false
  /// The relay that travels for the report that the handler holds. Unmanaged, because it refers to the handler; it resets this
  /// reference when it arrives or is released.
  private var relay: Unmanaged<ReportRelay>?
  /// The report of an earlier start, which travels with the handler itself.
  private var carrier: AnyFlowStepHandler?

  /// Whether the handler is under way already, so that the next report needs a relay.
  var needsRelay: Bool { isUnderWay }

  /// Records that the handler, or a relay in its place, is about to travel with the report that the handler holds.
  mutating func depart(with relay: ReportRelay?) {
    self.relay = relay.map { .passUnretained($0) }
    guard relay == nil else { return }
    isUnderWay = true
    hasReport = true
  }

  /// Records that the handler has arrived. Returns whether it brings the report that it holds.
  mutating func arrive() -> Bool {
    isUnderWay = false
    defer { hasReport = false }
    return hasReport
  }

  /// Records that a relay has arrived. Returns whether it brings the report that the handler holds.
  mutating func arrive(_ relay: ReportRelay) -> Bool {
    guard self.relay?.toOpaque() == Unmanaged.passUnretained(relay).toOpaque() else { return false }
    self.relay = nil
    return true
  }

  /// Records that a start has taken the report that the handler holds.
  mutating func lose() {
    hasReport = false
    relay = nil
  }

  /// Leaves the report of an earlier start in a carrier.
  mutating func park(_ carrier: AnyFlowStepHandler) {
    if hasReport { self.carrier = carrier } else { relay?._withUnsafeGuaranteedRef { $0.carrier = carrier } }
    lose()
  }

  /// Takes the report of an earlier start that has traveled with the handler.
  mutating func takeCarrier() -> AnyFlowStepHandler? { carrier.take() }
}

/// Delivers a report that can't travel with its handler, because the handler is still under way with an earlier one.
final class ReportRelay: Message {
  private let handler: AnyFlowStepHandler
  /// Holds the report if another start has bound the handler since. Guarded by the handler's lock.
  @exclusivity(unchecked) fileprivate var carrier: AnyFlowStepHandler?

  init(of handler: AnyFlowStepHandler) {
    self.handler = handler
  }

  deinit {
    handler.forget(self)
  }

  override func deliver() {
    handler.deliverReport(relayedBy: self)
  }
}

extension AnyFlowStepHandler {
  /// Delivers the report that travels with the handler. Called on the queue of the lane that the report was made for.
  final func deliverReport() {
    lock.lock()
    if mail.arrive() { deliverOwn() } else { deliverParked() }
  }

  /// Delivers the report that travels with the handler, and lets the event loop hold the lane, which it must release.
  final func deliverReport(in eventLoop: EventLoop) {
    lock.lock()
    guard mail.arrive() else { return deliverParked() }
    guard let lane = lane?.retain() else { return lock.unlock() }
    lane._withUnsafeGuaranteedRef { lane in
      eventLoop.hold(lane)
      deliverOwn(to: lane)
    }
  }

  /// Delivers the report that travels with the handler to its lane, which the caller holds.
  final func deliverReport(to lane: Lane) {
    lock.lock()
    if mail.arrive() { deliverOwn(to: lane) } else { deliverParked() }
  }

  /// Delivers the report that the handler has left behind. Called with the lock held; releases the lock.
  private final func deliverParked() {
    let carrier = mail.takeCarrier()
    lock.unlock()
    carrier?.deliverCarried()
  }

  /// Delivers a report that was relayed. Called as above.
  fileprivate final func deliverReport(relayedBy relay: ReportRelay) {
    lock.lock()
    if mail.arrive(relay) { return deliverOwn() }
    let carrier = relay.carrier.take()
    lock.unlock()
    carrier?.deliverCarried()
  }

  /// Forgets a relay that is released, perhaps without having been delivered.
  fileprivate final func forget(_ relay: ReportRelay) {
    lock.lock()
    _ = mail.arrive(relay)
    lock.unlock()
  }

  private final func deliverCarried() {
    lock.lock()
    deliverOwn()
  }

  /// Passes the report that the handler holds to its lane. Called with the lock held; releases the lock.
  private final func deliverOwn() {
    guard let lane = lane?.retain() else { return lock.unlock() }
    lane._withUnsafeGuaranteedRef { deliverOwn(to: $0) }
    lane.release()
  }

  private final func deliverOwn(to lane: Lane) {
    let visit = visit
    let report = takeReport()
    let surplus = state.settle()
    lock.unlock()
    lane.handlerReported(self, report, surplus, for: visit)
  }
}
