/// The mail of a handler: reports on their way to lanes.
///
/// A handler travels through the mailbox itself, as long as it is in no other one. If another start binds it before the report
/// has been delivered, the report stays behind in a carrier, for the lane that it was made for.
struct HandlerMail {
  /// Whether the handler itself is in a mailbox, or is about to be delivered.
  private var isUnderWay = false
  /// Whether the report that the handler holds travels with the handler itself.
  private var hasReport = false
  /// The reports for earlier starts, each in a handler that carries nothing else. The latest one; it holds the one before.
  fileprivate var parked: AnyFlowStepHandler?

  /// Records that the handler has a report to send. Returns true if the handler is under way already, and the report needs a
  /// relay.
  mutating func depart() -> Bool {
    if isUnderWay { return true }
    isUnderWay = true
    hasReport = true
    return false
  }

  /// Records that the handler has arrived. Returns whether it brings the report that it holds.
  mutating func arrive() -> Bool {
    isUnderWay = false
    defer { hasReport = false }
    return hasReport
  }

  /// Records that a start has taken the report that the handler holds.
  mutating func lose() {
    hasReport = false
  }

  /// Leaves the report of an earlier start in a carrier.
  mutating func park(_ carrier: AnyFlowStepHandler) {
    carrier.mail.isUnderWay = hasReport
    carrier.mail.parked = parked
    parked = carrier
    hasReport = false
  }

  /// Takes the carrier for which `isRight` is true. Releases nothing.
  mutating func takeParked(where isRight: (AnyFlowStepHandler) -> Bool) -> AnyFlowStepHandler? {
    guard let first = parked else { return nil }
    if isRight(first) {
      parked = first.mail.parked.take()
      return first
    }
    return first.mail.takeParked(where: isRight)
  }

  /// Whether the report in this carrier travels with the handler itself.
  fileprivate var isOnHandler: Bool { isUnderWay }
}

/// Delivers a report that can't travel with its handler, because the handler is still under way with an earlier one.
final class ReportRelay: Message {
  private let handler: AnyFlowStepHandler
  private let lane: Lane
  private let visit: Int

  init(of handler: AnyFlowStepHandler, to lane: Lane, visit: Int) {
    self.handler = handler
    self.lane = lane
    self.visit = visit
  }

  override func deliver() {
    handler.deliverReport(relayedTo: lane, visit: visit)
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
    let carrier = mail.takeParked { $0.mail.isOnHandler }
    lock.unlock()
    carrier?.deliverCarried()
  }

  /// Delivers a report that was relayed. Called as above.
  fileprivate final func deliverReport(relayedTo lane: Lane, visit: Int) {
    let right = Unmanaged.passUnretained(lane).toOpaque()
    lock.lock()
    if state.phase == .reported, self.visit == visit, self.lane?.toOpaque() == right { return deliverOwn() }
    let carrier = mail.takeParked { !$0.mail.isOnHandler && $0.visit == visit && $0.lane?.toOpaque() == right }
    lock.unlock()
    carrier?.deliverCarried()
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
