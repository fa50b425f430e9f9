/// The time that a lane lets pass before it starts a step: a message that the run's clock posts.
final class Pause: Message {
  private let conductor: Conductor
  /// The lane that pauses, until the pause is over. Guard: the conductor.
  @exclusivity(unchecked) private var lane: Lane?
  /// The step that it is to start. Guard: the conductor.
  @exclusivity(unchecked) private var step: AnyFlowStep?
  /// What calls the clock off. Guard: the conductor.
  @exclusivity(unchecked) private var alarm: FlowAlarm?

  init(_ lane: Lane, before step: AnyFlowStep, _ delay: Duration) {
    conductor = lane.run.conductor
    self.lane = lane
    self.step = step
    super.init()
    // The clock holds the pause, and so the run, until it rings.
    let pause = Transfer(self)
    alarm = lane.run.clock.schedule(after: delay) { pause.value.ring() }
  }

  /// Ends the pause without starting the step. On the queue.
  func end() {
    alarm?.cancel()
    lane = nil
    step = nil
    alarm = nil
  }

  override func deliver() {
    guard let lane, let step, lane.pause === self else { return }
    lane.pause = nil
    end()
    lane.run.conductor.enter(lane)
    lane.state.goOn()
    lane.comeTo(step)
  }

  private func ring() {
    conductor.post(self)
  }
}
