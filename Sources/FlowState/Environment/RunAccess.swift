/// Access to the clock and the queue of a run, for the screens and other objects that its steps use.
///
/// Confined to the queue of the run. Closures that it calls execute in turns of the run, like the run's own closures.
package struct RunAccess {
  private let lane: Lane

  /// Creates access to the run whose closure is executing; nil if no closure of a run is executing.
  package init?() {
    guard let lane = CurrentThread.lane else { return nil }
    self.lane = lane
  }

  /// The clock of the run whose closure or async function is executing; nil outside a run.
  package static var clock: (any FlowClock)? { CurrentThread.run?.clock ?? AsyncWork.current?.clock }

  /// The run's clock.
  package var clock: any FlowClock { lane.run.clock }

  /// Schedules a call after a delay.
  ///
  /// - Parameters:
  ///   - delay: The delay; more than zero.
  ///   - body: The closure to call once. It is released after the call or when the call is cancelled.
  /// - Returns: A closure that cancels the call. Call it on the queue, any number of times.
  package func schedule(after delay: Duration, _ body: @escaping () -> Void) -> () -> Void {
    let pause = DelayedCall(in: lane.run, delay) { [lane] in
      let outer = lane.run.eventLoop.exchangeLane(lane)
      body()
      lane.run.eventLoop.setLane(outer)
    }
    return { pause.end() }
  }

  /// Performs an async function of this package on the run's queue. The run doesn't end before the function has returned.
  ///
  /// Nonisolated functions that the function awaits execute there too, so it must not await a user's function. Functions that
  /// belong to an actor execute on that actor.
  ///
  /// - Parameter function: The function. It is released after it has returned.
  /// - Returns: A closure that cancels the function's task. Call it on the queue, any number of times.
  package func perform(_ function: @escaping () async -> Void) -> () -> Void {
    let function = UnsafeTransfer(function)
    return AsyncWork(in: lane).start(isOnQueue: true) { await function.value() }
  }
}
