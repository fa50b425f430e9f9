/// A message that calls a closure.
final class ClosureMessage: Message {
  /// The closure, until it is called. What it has captured must not outlive the call: the call can end a run, which is reported while the
  /// event loop still has the message. Guarded by the thread that makes the message, and then by the event loop.
  @exclusivity(unchecked) private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  override func deliver() {
    body.take()?()
  }
}
