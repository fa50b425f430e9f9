/// A closure of a run that other code can have called: on request from any thread, or after a delay.
///
/// Confined to the queue of the run. The code that can have it called owns it. When the run ends, the closure is released, and calls do
/// nothing.
final class RunCallback {
  /// The lane in which the closure is called, until the end.
  @exclusivity(unchecked) private var lane: Lane?
  @exclusivity(unchecked) private var body: (() -> Void)?
  /// The delayed call that calls the closure, until it is due. Weak, because it refers to this object.
  @exclusivity(unchecked) private weak var delayedCall: DelayedCall?

  /// Creates a callback, which ends with the lane's run.
  init(in lane: Lane, _ body: @escaping () -> Void) {
    self.lane = lane
    self.body = body
    let run = lane.run
    run.makeExtras().callbacks.append(self)
    run.probes?.watch?.uses(self, as: "callback of run \(run.id)")
  }

  deinit {
    guard let eventLoop = lane?.run.eventLoop, CurrentThread.eventLoop !== eventLoop else { return }
    // The captured values belong to the queue, and any thread can release the callback. The message takes the only reference to them,
    // because it can be delivered before this object is gone.
    eventLoop.postLater(
      ClosureMessage { [lane = lane.take(), body = body.take()] in withExtendedLifetime((lane, body)) {} })
  }

  /// Calls the closure as a closure of its lane.
  func call() {
    guard let lane, let body else { return }
    let eventLoop = lane.run.eventLoop
    let outer = eventLoop.exchangeLane(lane)
    body()
    eventLoop.restoreLane(outer)
  }

  /// Calls the closure once, after a delay on the run's clock, and then ends.
  func call(after delay: Duration) {
    guard let lane else { return }
    let delayedCall = DelayedCall(in: lane.run, delay) { [self] in
      call()
      end()
    }
    self.delayedCall = delayedCall
  }

  /// Releases the closure. After that, calls do nothing.
  func end() {
    let released = (lane.take(), body.take(), delayedCall)
    released.2?.end()
  }
}
