/// What a run lends to whatever its steps show: its clock, and turns on its queue, in which closures are called as its own
/// are.
///
/// Confined to the queue of the run.
package struct RunAccess {
  private let lane: Lane

  /// Access to the run whose closure is executing; nil if none is.
  package init?() {
    guard let lane = CurrentThread.lane else { return nil }
    self.lane = lane
  }

  /// The clock of the run that the caller is a closure of, or an async step's code; nil elsewhere.
  package static var clock: (any FlowClock)? { CurrentThread.run?.clock ?? AsyncWork.current?.clock }

  /// The run's clock.
  package var clock: any FlowClock { lane.run.clock }

  /// Asks for a call when some time has passed.
  ///
  /// - Parameters:
  ///   - delay: The time to wait; more than zero.
  ///   - body: To be called once. It is let go of when it was called, or called off.
  /// - Returns: What calls it off; on the queue, as often as one likes.
  package func schedule(after delay: Duration, _ body: @escaping () -> Void) -> () -> Void {
    let pause = DelayedCall(in: lane.run, delay) { [lane] in
      let outer = lane.run.eventLoop.exchangeLane(lane)
      body()
      lane.run.eventLoop.setLane(outer)
    }
    return { pause.end() }
  }

  /// Performs an async function of the house on the run's queue; the run does not end before it has.
  ///
  /// Nonisolated functions that it awaits execute there as well, so it must not await one of a user's; what belongs to an
  /// actor executes there.
  ///
  /// - Parameter function: What to do. It is let go of when it has returned.
  /// - Returns: What cancels its task; on the queue, as often as one likes.
  package func perform(_ function: @escaping () async -> Void) -> () -> Void {
    let function = UnsafeTransfer(function)
    return AsyncWork(in: lane).start(isOnQueue: true) { await function.value() }
  }
}
