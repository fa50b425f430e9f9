import Dispatch

/// The queue of runs whose flow has none: their turns execute on the global pool.
///
/// The turns of one event loop don't overlap, so they need no Dispatch queue, which would take 430 bytes of each run. The turns of several
/// runs do overlap, so no two event loops count as being on one queue; see ``LoopQueue/identity``.
final class PoolQueue: FlowQueue {
  static let shared = PoolQueue()
  private static let pool = DispatchQueue.global()

  /// False: only turns execute here, and the event loop knows about its own turn.
  var isCurrent: Bool { false }

  func enqueue(_ turn: FlowTurn) {
    PoolQueue.pool.async { [owner = turn.owner] in owner.runDueTurn() }
  }
}
