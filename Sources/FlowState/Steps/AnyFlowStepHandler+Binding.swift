/// How an intent that returns a handler binds it to its start.
extension AnyFlowStepHandler {
  /// What a start has to do with the handler that its intent has returned.
  @usableFromInline
  enum Binding {
    /// The lane waits for the report.
    case waiting
    /// The report is there. `surplus` others came on top of it.
    case reported(Report, surplus: UInt32)
  }

  /// Binds the handler to the start that is under way in a lane, whatever it has served before. On the lane's queue.
  @usableFromInline
  final func bind(to link: Link, in lane: Lane) -> Binding {
    lock.lock()
    let carrier = prepareToBind(link)
    let earlier = self.link
    let oldLate = late
    let isSameRun = earlier.map { $0.unownedConductor.toOpaque() == link.unownedConductor.toOpaque() } ?? false
    let start = isSameRun ? link.unownedConductor._withUnsafeGuaranteedRef { $0.startUnderWay } : 0
    let action = state.bind(toStart: start, begunAt: lane.startedAt)
    var binding = Binding.waiting
    switch action {
    case .wait, .waitAndSupersede:
      break
    case .waitAndLeaveReport:
      park(in: carrier, of: earlier)
    case .take, .takeAndSupersede:
      binding = .reported(Report(room: room, failure: failure), surplus: state.receive())
      room = Room()
      failure = nil
    case .takeLate:
      binding = takeLate(since: lane.startedAt)
    }
    self.link = link
    late = nil
    lock.unlock()
    withExtendedLifetime((oldLate, carrier)) {}
    if let earlier { earlier.loseHandler(isSuperseded: action == .waitAndSupersede || action == .takeAndSupersede) }
    return binding
  }

  /// Takes the report that the intent has brought with it, if the handler has served no start and nobody is to see content;
  /// nil if it has to be bound. For a handler that the engine alone refers to strongly.
  @usableFromInline
  final func settleUnseen() -> (report: Report, surplus: UInt32)? {
    lock.lock()
    guard state.phase == .early, link == nil, engine == nil else {
      lock.unlock()
      return nil
    }
    let report = Report(room: room, failure: failure)
    room = Room()
    failure = nil
    let surplus = state.receive()
    let cancellation = cancellation
    self.cancellation = nil
    lock.unlock()
    withExtendedLifetime(cancellation) {}
    return (report, surplus)
  }

  /// Gives a link to a handler that was settled without one and turns out to be known to others; returns the surplus.
  @usableFromInline
  final func linkAfterwards(_ step: AnyFlowStep, in lane: Lane) -> UInt32 {
    let link = Link(of: step, in: lane)
    lock.lock()
    self.link = link
    let surplus = state.receive()
    lock.unlock()
    return surplus
  }

  /// Does what must not be done under the lock: hands the action that stops the work to the link, and makes the handler that
  /// carries a report which is on its way to another start. Under the lock, which it gives back meanwhile.
  private func prepareToBind(_ link: Link) -> AnyFlowStepHandler? {
    while let action = cancellation {
      cancellation = nil
      lock.unlock()
      _ = link.cancellation.set(action)
      lock.lock()
    }
    guard state.phase == .reported else { return nil }
    lock.unlock()
    let carrier = makeCarrier()
    lock.lock()
    return carrier
  }

  /// Leaves the report that is on its way to the start that had the handler. Under the lock.
  private func park(in carrier: AnyFlowStepHandler?, of earlier: Link?) {
    guard let carrier else { return }
    carrier.room = room
    carrier.failure = failure
    carrier.state = state
    state.leaveSurplus()
    room = Room()
    failure = nil
    earlier?.parked = carrier
  }

  /// Takes the latest of the late reports that came since the intent was called; the others are surplus. Under the lock.
  private func takeLate(since time: UInt64) -> Binding {
    guard let latest = late else { return .waiting }
    var surplus: UInt32 = 0
    var next = latest.earlier
    while let report = next, report.time > time {
      if !report.isTaken {
        report.isTaken = true
        surplus += 1
      }
      next = report.earlier
    }
    latest.isTaken = true
    return .reported(Report(room: latest.takeRoom(), failure: latest.failure), surplus: surplus)
  }
}
