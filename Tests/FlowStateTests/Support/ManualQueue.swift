import FlowState
import Foundation

/// A queue that a test plays by hand, on the test's own thread.
final class ManualQueue: FlowQueue, @unchecked Sendable {
  // Guard: `lock`.
  private let lock = NSLock()
  private var turns: [FlowTurn] = []
  private var player: pthread_t?

  var isEmpty: Bool { lock.withLock { turns.isEmpty } }

  func enqueue(_ turn: FlowTurn) {
    lock.withLock { turns.append(turn) }
  }

  var isCurrent: Bool {
    lock.withLock { player.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  /// Runs turns, and those that they lead to, until none is left.
  func play() {
    while let turn = lock.withLock({ turns.isEmpty ? nil : turns.removeFirst() }) {
      perform { turn.run() }
    }
  }

  /// Does something as if it were a block on this queue.
  func perform(_ body: () -> Void) {
    let outer = lock.withLock { (player, player = pthread_self()).0 }
    body()
    lock.withLock { player = outer }
  }

  /// Delivers one thing; returns whether more is waiting.
  func playOne() -> Bool {
    guard let turn = lock.withLock({ turns.first }) else { return false }
    var hasMore = false
    perform { hasMore = turn.deliverNext() }
    if !hasMore { lock.withLock { _ = turns.removeFirst() } }
    return lock.withLock { !turns.isEmpty }
  }
}
