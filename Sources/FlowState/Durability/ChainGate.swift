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

  init(in lane: Lane) {
    self.lane = lane
  }

  deinit {
    guard next != nil else { return }
    // Nobody can open the gate any more.
    lane.run.eventLoop.postLater(ClosureMessage { [lane] in lane.gateWasLost() })
  }

  /// A closure that opens the gate. You can call it from any thread, once.
  var opener: @Sendable () -> Void {
    let gate = UnsafeTransfer(self)
    return { gate.value.lane.run.eventLoop.post(ClosureMessage { gate.value.open() }) }
  }

  /// Sets what is behind the gate.
  ///
  /// - Parameter next: Returns the next step; nil at the end of the chain. Called as a closure of the run.
  func lead(to next: @escaping () -> AnyFlowStep?) {
    self.next = next
  }

  private func open() {
    guard let next = next.take(), let durability = lane.run.durability, durability.gate === self else { return }
    durability.gate = nil
    guard lane.state.phase == .waiting else { return }
    lane.makeCurrent()
    let step = next()
    lane.state.goOn()
    // Without a step, the lane fails or comes to rest when it moves.
    lane.comeTo(step)
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
    switch arrive(gate) {
    case .waits: break
    case .leads(let other):
      gate.lead { other }
      gate.opener()
    case .fails(let error):
      gate.lead { [self] in
        failSoon(error)
        return nil
      }
      gate.opener()
    }
    return true
  }
}
