/// The gate between two steps of a durable run: the next step starts when the record of the one before is durable.
///
/// Confined to the queue of the run. A gate whose run has ended meanwhile leads nowhere.
final class ChainGate {
  /// What a run finds at a gate.
  enum Arrival {
    /// The run waits until the gate is opened.
    case waits
    /// The run goes to another step.
    case leads(to: AnyFlowStep)
    /// The step before the gate has failed.
    case fails(FlowError)
  }

  private let lane: Lane
  /// Returns the next step; nil at the end of the chain.
  private var next: (() -> AnyFlowStep?)?
  /// Decides what follows if the step before the gate fails after all.
  private var failing: ((any Error) -> Arrival)?

  init(in lane: Lane) {
    self.lane = lane
  }

  deinit {
    guard next != nil else { return }
    // Nobody can open the gate any more. What its closures have captured belongs to the queue, and any thread can release a gate.
    lane.run.eventLoop.postLater(
      ClosureMessage { [lane, next = next.take(), failing = failing.take()] in
        withExtendedLifetime((next, failing)) { lane.gateWasLost() }
      })
  }

  /// A closure that opens the gate, or fails the step before it. You can call it from any thread, once.
  var opener: @Sendable ((any Error)?) -> Void {
    let gate = UnsafeTransfer(self)
    return { error in gate.value.lane.run.eventLoop.post(ClosureMessage { gate.value.open(error) }) }
  }

  /// Sets what is behind the gate.
  ///
  /// - Parameters:
  ///   - next: Returns the next step; nil at the end of the chain. Called as a closure of the run.
  ///   - failing: Decides what follows if the step before the gate fails. Called as a closure of the run.
  func lead(to next: @escaping () -> AnyFlowStep?, failing: @escaping (any Error) -> Arrival = { _ in .waits }) {
    self.next = next
    self.failing = failing
  }

  private func open(_ error: (any Error)?) {
    guard let next = next.take(), let failing = failing.take(), let durability = lane.run.durability,
      durability.gate === self
    else { return }
    durability.gate = nil
    guard lane.state.phase == .waiting else { return }
    lane.makeCurrent()
    if let error { return follow(failing(error), durability) }
    let step = next()
    lane.state.goOn()
    // Without a step, the lane fails or comes to rest when it moves.
    lane.comeTo(step)
  }

  /// Goes where a failure leads.
  private func follow(_ arrival: Arrival, _ durability: RunDurability) {
    lane.state.goOn()
    switch arrival {
    case .waits: break
    case .leads(let other): lane.comeTo(other)
    case .fails(let error):
      lane.failSoon(error)
      lane.wake()
    }
  }
}

extension Lane {
  /// Fails the run, because whoever should have opened the gate has released it.
  fileprivate func gateWasLost() {
    guard let durability = run.durability, durability.gate == nil, state.phase == .waiting, !isAwaiting else { return }
    state.goOn()
    failSoon(FlowError(step: run.id.flow, place: place, reason: .abandoned))
    wake()
  }

  /// Stops before a step that has a gate. Returns whether the step must not start yet.
  func waitsAtGate(of step: AnyFlowStep) -> Bool {
    guard let arrive = step.extras?.gate.take(), let durability = run.durability, state.pause() else { return false }
    let gate = ChainGate(in: self)
    durability.gate = gate
    let arrival = arrive(gate)
    if case .waits = arrival { return true }
    // Later, because the lane is about to stop here.
    gate.lead(to: { nil }, failing: { _ in arrival })
    gate.opener(CancellationError())
    return true
  }
}
