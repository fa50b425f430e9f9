import Synchronization

/// A value behind a lock.
///
/// It is a `Mutex` of Synchronization that the thread sanitizer understands, as FlowState's own is, which other packages don't see. On
/// Linux the sanitizer does not see how a thread that has waited got a `Mutex`, and reports a race that is none. Here each release of the
/// lock is also an atomic store, which the next thread loads.
struct Locked<Value>: ~Copyable {
  private let value: Mutex<Value>
  private let isReleased = Atomic(false)

  init(_ value: consuming sending Value) {
    self.value = Mutex(value)
  }

  /// Calls `body` with the value while no other thread has it. Don't call it from inside `body`.
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
