import Synchronization

/// A call on a run's queue after a delay on the run's clock. It is a message that the clock posts.
@usableFromInline
final class DelayedCall: Message {
  private let eventLoop: EventLoop
  /// The closure to call, until it is called or the delayed call ends. Guarded by the event loop.
  @exclusivity(unchecked) private var body: (() -> Void)?
  /// Whether the clock has made its call.
  private let hasFired = Atomic<Bool>(false)
  /// The clock's alarm, to cancel its call. Guarded by the event loop.
  @exclusivity(unchecked) private var alarm: FlowAlarm?

  /// Schedules `body` on the run's clock. The clock keeps the delayed call alive until it makes its call. Without a delay, posts the
  /// call at once, because clocks are only asked for delays.
  @usableFromInline
  init(in run: Run, _ delay: Duration, _ body: @escaping () -> Void) {
    eventLoop = run.eventLoop
    self.body = body
    super.init()
    guard delay > .zero else {
      eventLoop.postLater(self)
      return
    }
    let delayedCall = UnsafeTransfer(self)
    alarm = run.sharedClock.schedule(after: delay) { delayedCall.value.fire() }
  }

  /// Cancels the delayed call, so that `body` isn't called. Called on the queue.
  @usableFromInline
  func end() {
    alarm?.cancel()
    alarm = nil
    body = nil
  }

  @usableFromInline
  override func deliver() {
    guard let body = body.take() else { return }
    alarm = nil
    body()
  }

  private func fire() {
    requireUse(
      !hasFired.exchange(true, ordering: .relaxed), "A FlowClock made a scheduled call twice.")
    eventLoop.post(self)
  }
}
