import Synchronization

/// The gate between two steps of a durable run: the next step starts when the record of the one before is durable.
///
/// Confined to the queue of the run. A gate whose run has ended meanwhile leads nowhere.
package final class StepGate {
  /// The direction of a run at a gate.
  package enum Direction {
    /// The run waits until the gate is opened.
    case waits
    /// The run goes to another step.
    case leads(to: AnyFlowStep)
    /// The step before the gate has failed.
    case fails(FlowError)
  }

  /// The lane that waits at the gate; nil when the gate is open or leads nowhere.
  private var lane: Lane?
  /// Returns the next step; nil at the end of the chain.
  private var next: (() -> AnyFlowStep?)?
  /// Decides what follows if the step before the gate fails after all.
  private var failing: ((any Error) -> Direction)?
  /// Whether the run opens the gate itself.
  private var opensItself = false

  init(in lane: Lane) {
    self.lane = lane
  }

  /// Returns a closure that opens the gate, or fails the step before it. You can call it from any thread, once. If it is released
  /// without a call, the run fails.
  package func makeOpener() -> @Sendable ((any Error)?) -> Void {
    guard let lane else { return { _ in } }
    let key = Key(of: self, on: lane.run.eventLoop)
    return { error in key.open(error) }
  }

  /// Opens the gate, or fails the step before it, when the closure that is executing has returned.
  package func openSoon(_ error: (any Error)?) {
    opensItself = true
    lane?.run.eventLoop.post(ClosureMessage { [self] in open(error) })
  }

  /// Sets what is behind the gate.
  ///
  /// - Parameters:
  ///   - next: Returns the next step; nil at the end of the chain. Called as a closure of the run.
  ///   - failing: Decides what follows if the step before the gate fails. Called as a closure of the run.
  package func lead(
    to next: @escaping () -> AnyFlowStep?, failing: @escaping (any Error) -> Direction = { _ in .waits }
  ) {
    self.next = next
    self.failing = failing
  }

  /// Releases what is behind the gate, because the run has ended.
  func end() {
    lane = nil
    next = nil
    failing = nil
  }

  private func open(_ error: (any Error)?) {
    guard let lane = lane.take(), let next = next.take(), let failing = failing.take(),
      let durability = lane.run.durability, durability.gate === self
    else { return }
    durability.gate = nil
    guard lane.state.phase == .waiting else { return }
    lane.makeCurrent()
    if let error { return lane.follow(failing(error)) }
    // Without a step, the lane fails or comes to rest when it moves.
    lane.resume(at: next())
  }

  /// Fails the run: the closure that opens the gate was released without a call.
  private func isLost() {
    guard !opensItself, let lane, let durability = lane.run.durability, durability.gate === self else { return }
    durability.gate = nil
    end()
    lane.gateWasLost()
  }

  /// A key that opens the gate from any thread. It is separate from the gate, because the run must release what is
  /// behind the gate even while a thread releases the key.
  private final class Key: Sendable {
    private let gate: UnsafeTransfer<StepGate>
    private let eventLoop: EventLoop
    private let isUsed = Atomic(false)

    init(of gate: StepGate, on eventLoop: EventLoop) {
      self.gate = UnsafeTransfer(gate)
      self.eventLoop = eventLoop
    }

    deinit {
      if !isUsed.load(ordering: .relaxed) { eventLoop.postLater(ClosureMessage { [gate] in gate.value.isLost() }) }
    }

    func open(_ error: (any Error)?) {
      isUsed.store(true, ordering: .relaxed)
      eventLoop.post(ClosureMessage { [gate] in gate.value.open(error) })
    }
  }
}

extension Lane {
  /// Follows the direction that a failure at a gate has chosen.
  fileprivate func follow(_ direction: StepGate.Direction) {
    moveOn()
    switch direction {
    case .waits: break
    case .leads(let other): comeTo(other)
    case .fails(let error):
      failSoon(error)
      wake()
    }
  }

  /// Fails the run, because the closure that opens the gate was released without a call.
  fileprivate func gateWasLost() {
    guard state.phase == .waiting, !isAwaiting else { return }
    moveOn()
    failSoon(FlowError(step: run.id.flow, place: place, reason: .abandoned))
    wake()
  }

  /// Stops before a step that has a gate. Returns whether the step must not start yet.
  func waitsAtGate(of step: AnyFlowStep) -> Bool {
    guard let direct = step.extras?.gate.take(), let durability = run.durability, changeState({ $0.pause() }) else {
      return false
    }
    let gate = StepGate(in: self)
    durability.gate = gate
    let direction = direct(gate)
    if case .waits = direction { return true }
    // Later, because the lane is about to stop here.
    gate.lead(to: { nil }, failing: { _ in direction })
    gate.openSoon(CancellationError())
    return true
  }
}
