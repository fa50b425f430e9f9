import Synchronization

/// Time that passes on a run's clock before something is done: a message that the clock posts.
@usableFromInline
final class DelayedCall: Message {
  private let eventLoop: EventLoop
  /// What is to be done, until it is done or the delayedCall is ended. Guard: the event loop.
  @exclusivity(unchecked) private var body: (() -> Void)?
  /// Whether the clock has called.
  private let hasRung = Atomic<Bool>(false)
  /// What calls the clock off. Guard: the event loop.
  @exclusivity(unchecked) private var alarm: FlowAlarm?

  /// Asks the run's clock to have `body` called on the run's queue. Until then the clock holds the delayedCall.
  @usableFromInline
  init(in run: Run, _ delay: Duration, _ body: @escaping () -> Void) {
    eventLoop = run.eventLoop
    self.body = body
    super.init()
    let delayedCall = UnsafeTransfer(self)
    alarm = run.clock.schedule(after: delay) { delayedCall.value.ring() }
  }

  /// Ends the delayedCall; `body` is not called any more. On the queue.
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

  private func ring() {
    requireUse(
      !hasRung.exchange(true, ordering: .relaxed), "A FlowClock made a call twice that it was asked for once.")
    eventLoop.post(self)
  }
}
