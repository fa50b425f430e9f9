import Foundation

/// A list that closures on several threads append to, for example the handlers that a test completes later.
package final class LockedList<Value: Sendable>: @unchecked Sendable {
  // Guard: `lock`.
  private let lock = NSLock()
  private var stored: [Value] = []

  package init() {}

  package var all: [Value] { lock.withLock { stored } }
  package var count: Int { lock.withLock { stored.count } }

  package subscript(index: Int) -> Value { lock.withLock { stored[index] } }

  package func append(_ value: Value) {
    lock.withLock { stored.append(value) }
  }

  /// Removes the oldest value and returns it; nil if the list is empty.
  package func takeFirst() -> Value? {
    lock.withLock { stored.isEmpty ? nil : stored.removeFirst() }
  }

  /// Removes the values that a condition selects and returns them. They are released outside the lock.
  @discardableResult
  package func removeAll(where isSelected: (Value) -> Bool = { _ in true }) -> [Value] {
    lock.withLock {
      let removed = stored.filter(isSelected)
      stored.removeAll(where: isSelected)
      return removed
    }
  }
}
