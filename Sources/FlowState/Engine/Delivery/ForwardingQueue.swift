/// Closures that forward content to steps, in order, so that the content that was set last remains.
///
/// They are called in a loop, so that a long row of operators doesn't recurse.
struct ForwardingQueue {
  private var isBusy = false
  private var bodies = FirstInFirstOut<() -> Void>()

  /// Begins to forward. Returns false if a closure is being called.
  mutating func begin() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  /// Adds a closure to call later.
  mutating func add(_ body: @escaping () -> Void) {
    bodies.append(body)
  }

  /// Removes and returns the oldest closure; nil if there is none, and then the forwarding ends.
  mutating func next() -> (() -> Void)? {
    if let body = bodies.popFirst() { return body }
    isBusy = false
    return nil
  }
}
