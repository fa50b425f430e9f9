import FlowState

/// Streams that get the same elements, each until its reader ends.
///
/// You can call its methods from any thread.
package final class ElementStreams<Element: Sendable>: Sendable {
  private typealias Continuation = AsyncStream<Element>.Continuation

  private struct State: Sendable {
    var continuations: [Int: Continuation] = [:]
    var made = 0
    var isFinished = false
  }

  /// The number of unread elements that a stream keeps, the newest ones.
  private let mostUnread: Int
  private let state = Locked(State())

  package init(keeping mostUnread: Int) {
    self.mostUnread = mostUnread
  }

  /// The number of streams that have a reader.
  var count: Int { state.withLock { $0.continuations.count } }

  /// Returns a stream with the elements from now on, after those given.
  package func makeStream(beginningWith first: Element...) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(mostUnread))
    for element in first { continuation.yield(element) }
    let number = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      state.made += 1
      state.continuations[state.made] = continuation
      return state.made
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return stream
  }

  /// Sends an element to each stream.
  package func send(_ element: Element) {
    for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.yield(element) }
  }

  /// Ends all streams, including those that are created later.
  func finish() {
    let continuations = state.withLock { state in
      state.isFinished = true
      defer { state.continuations = [:] }
      return Array(state.continuations.values)
    }
    // Not under the lock, because a stream that ends is removed.
    for continuation in continuations { continuation.finish() }
  }

  private func remove(_ number: Int) {
    // Release the removed stream outside the lock, as this may be the last reference.
    let removed = state.withLock { $0.continuations.removeValue(forKey: number) }
    _ = removed
  }
}
