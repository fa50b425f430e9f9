import Synchronization

/// A value behind a lock, for code that is not on the path of a step.
///
/// It is a `Mutex` of Synchronization that the thread sanitizer understands. On Linux, the sanitizer doesn't see that a thread has waited
/// for a `Mutex`, and reports a race that doesn't exist. Here, each thread stores an atomic value before it releases the lock, and
/// the next thread loads it.
package struct Locked<Value: ~Copyable>: ~Copyable {
  private let value: Mutex<Value>
  private let isReleased = Atomic(false)

  package init(_ value: consuming sending Value) {
    self.value = Mutex(value)
  }

  /// Calls `body` with the value while no other thread has it. Don't call it from inside `body`.
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try value.withLock { value throws(Failure) -> sending Result in
      _ = isReleased.load(ordering: .acquiring)
      defer { isReleased.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}

extension Locked: Sendable where Value: ~Copyable {}
