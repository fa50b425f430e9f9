import Foundation

/// A list that closures of several threads put things on, mostly handlers that a test completes later.
final class Shelf<Value: Sendable>: @unchecked Sendable {
  // Guard: `lock`.
  private let lock = NSLock()
  private var stored: [Value] = []

  var all: [Value] { lock.withLock { stored } }
  var count: Int { lock.withLock { stored.count } }

  subscript(index: Int) -> Value { lock.withLock { stored[index] } }

  func put(_ value: Value) {
    lock.withLock { stored.append(value) }
  }

  /// Takes what was put there first, if anything is left.
  func takeFirst() -> Value? {
    lock.withLock { stored.isEmpty ? nil : stored.removeFirst() }
  }

  /// Takes everything off the shelf.
  @discardableResult
  func clear() -> [Value] {
    lock.withLock {
      defer { stored = [] }
      return stored
    }
  }
}
