import Synchronization

/// A value behind a lock, for code that is not on the path of a step.
///
/// It is a `Mutex` of Synchronization that the thread sanitizer understands. On Linux the sanitizer does not see how a thread that
/// has waited got a `Mutex`, and reports a race that is none. Here each release of the lock is also an atomic store, which
/// the next thread loads.
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
