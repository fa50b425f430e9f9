import Synchronization

/// A closure that a run calls for other code: when any thread requests it, or after a delay.
///
/// Confined to the queue of the run, which owns it. When the run ends, the closure is released, and calls do nothing.
final class RunCallback {
  /// The lane in which the closure is called, until the end.
  @exclusivity(unchecked) private var lane: Lane?
  @exclusivity(unchecked) private var body: (() -> Void)?
  /// The delayed call that calls the closure, until it is due. Weak, because it refers to this object.
  @exclusivity(unchecked) private weak var delayedCall: DelayedCall?
  /// The number of the callback in its run.
  private let number: Int
  /// Whether the callback has ended. Any thread can read it.
  let hasEnded = Atomic(false)

  /// Creates a callback, which ends with the lane's run.
  init(in lane: Lane, _ body: @escaping () -> Void) {
    self.lane = lane
    self.body = body
    let run = lane.run
    number = run.makeExtras().nextCallbackNumber()
    run.makeExtras().callbacks[number] = self
    run.probes?.watch?.uses(self, as: "callback of run \(run.id)")
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
    guard let lane = lane.take() else { return }
    hasEnded.store(true, ordering: .releasing)
    lane.run.extras?.callbacks[number] = nil
    let released = (body.take(), delayedCall)
    released.1?.end()
  }
}

/// An owner of a callback. Any thread can use it to request a call. The callback ends when its owner is released.
///
/// The owner is separate from the callback, because the run must release what the callback has captured even while a
/// thread releases the owner.
final class RunCallbackOwner: Sendable {
  private let callback: UnsafeTransfer<RunCallback>
  private let eventLoop: EventLoop

  init(of callback: RunCallback, on eventLoop: EventLoop) {
    self.callback = UnsafeTransfer(callback)
    self.eventLoop = eventLoop
  }

  deinit {
    guard !callback.value.hasEnded.load(ordering: .acquiring) else { return }
    // In a turn, also on the queue: calls that were requested before are still made.
    eventLoop.postLater(ClosureMessage { [callback] in callback.value.end() })
  }

  /// Requests a call of the closure in a turn of the run's queue.
  func call() {
    eventLoop.postLater(ClosureMessage { [callback] in callback.value.call() })
  }
}
