import Synchronization

/// A value protected by a lock.
///
/// It is a `Mutex` of Synchronization that the thread sanitizer supports. FlowState has the same type for its own
/// package. On Linux, the sanitizer doesn't see that a thread has waited for a `Mutex`, and reports a race that doesn't
/// exist. Here, each thread stores an atomic value before it releases the lock, and the next thread loads it.
struct Locked<Value>: ~Copyable {
  private let value: Mutex<Value>
  private let isReleased = Atomic(false)

  init(_ value: consuming sending Value) {
    self.value = Mutex(value)
  }

  /// Calls `body` with the value while no other thread can access it. Don't call this method from inside `body`.
  borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try value.withLock { value throws(Failure) -> sending Result in
      _ = isReleased.load(ordering: .acquiring)
      defer { isReleased.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}

extension Locked: Sendable {}
