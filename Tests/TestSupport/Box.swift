/// A variable that closures of a test share, on one thread or on several that take turns.
///
/// It has no lock on purpose: the thread sanitizer reports threads that use it at the same time. Use ``LockedList`` where
/// threads may do so.
package final class Box<Value>: @unchecked Sendable {
  // Guard: the test orders the threads, for example by a semaphore or by playing a queue.
  package var value: Value

  package init(_ value: Value) {
    self.value = value
  }
}
