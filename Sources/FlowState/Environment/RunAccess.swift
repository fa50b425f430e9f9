/// What a run lends to whatever its steps show: its clock, and turns on its queue, in which closures are called as its own
/// are.
///
/// Confined to the queue of the run.
package struct RunAccess {
  private let lane: Lane

  /// Access to the run whose closure is executing; nil if none is.
  package init?() {
    guard let lane = Ambient.conductor?.lane else { return nil }
    self.lane = lane
  }

  /// The clock of the run that the caller is a closure of, or an async step's code; nil elsewhere.
  package static var clock: (any FlowClock)? { Ambient.lane?.run.clock ?? AsyncWork.current?.clock }

  /// The run's clock.
  package var clock: any FlowClock { lane.run.clock }

  /// Asks for a call when some time has passed.
  ///
  /// - Parameters:
  ///   - delay: The time to wait; more than zero.
  ///   - body: To be called once. It is let go of when it was called, or called off.
  /// - Returns: What calls it off; on the queue, as often as one likes.
  package func schedule(after delay: Duration, _ body: @escaping () -> Void) -> () -> Void {
    let pause = Pause(in: lane.run, delay) { [lane] in
      let outer = lane.run.conductor.exchangeLane(lane)
      body()
      lane.run.conductor.setLane(outer)
    }
    return { pause.end() }
  }

  /// Performs an async function on the run's queue, as if that were an actor; the run does not end before it has.
  ///
  /// Functions that belong nowhere leave the queue, and so do the closures of `withTaskGroup` and its like: they must not
  /// touch what belongs to the run.
  ///
  /// - Parameter function: What to do; its isolation is the queue. It is let go of when it has returned.
  /// - Returns: What cancels its task; on the queue, as often as one likes.
  package func perform(_ function: nonisolated(nonsending) @escaping () async -> Void) -> () -> Void {
    let function = Transfer(function)
    let actor = LaneActor(Transfer(lane))
    return AsyncWork(in: lane).begin { await actor.perform(function) }
  }
}
