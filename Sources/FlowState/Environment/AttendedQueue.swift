import Dispatch
import Synchronization

/// A Dispatch queue as the place of a run that a thread waits for: the waiting thread performs the run's turns there itself.
///
/// Dispatch has few threads. If all of them waited for runs, none would be left to perform those. So a waiting thread comes
/// onto the queue whenever a turn is due. When it has left, turns go the way of all blocks.
///
/// Guard of `@unchecked Sendable`: `state` says whose the turn is; the rest does not change.
final class AttendedQueue: FlowQueue, @unchecked Sendable {
  private enum State: UInt8, AtomicRepresentable {
    /// Nothing is due.
    case idle
    /// The turn waits for the thread.
    case due
    /// The thread waits no more.
    case left
  }

  let queue: DispatchFlowQueue
  private let state = Atomic<State>(.idle)
  /// The turn that is due: one at most, because one event loop has the queue. Guard: `state`; whoever hands it over, then the
  /// thread.
  private var turn: FlowTurn?
  private let bell = DispatchSemaphore(value: 0)
  private let hasEnded = Atomic<Bool>(false)

  init(_ queue: DispatchFlowQueue) {
    self.queue = queue
  }

  var isCurrent: Bool { queue.isCurrent }
  var identity: ObjectIdentifier { queue.identity }
  func preconditionIsCurrent() { queue.preconditionIsCurrent() }

  func enqueue(_ turn: FlowTurn) {
    guard state.load(ordering: .acquiring) != .left else { return queue.enqueue(turn) }
    self.turn = turn
    if state.compareExchange(expected: .idle, desired: .due, ordering: .acquiringAndReleasing).exchanged {
      bell.signal()
    } else {
      // The thread has left just now.
      self.turn = nil
      queue.enqueue(turn)
    }
  }

  /// Performs the turns on the calling thread until ``end()`` was called, by one of them or by another thread.
  func attend() {
    while !hasEnded.load(ordering: .acquiring) {
      bell.wait()
      if let turn = takeTurn(andBecome: .idle) { queue.perform(turn) }
    }
    if state.compareExchange(expected: .idle, desired: .left, ordering: .acquiringAndReleasing).exchanged { return }
    if let turn = takeTurn(andBecome: .left) { queue.enqueue(turn) }
  }

  /// Lets the thread leave; from any thread.
  func end() {
    hasEnded.store(true, ordering: .releasing)
    bell.signal()
  }

  private func takeTurn(andBecome next: State) -> FlowTurn? {
    guard state.load(ordering: .acquiring) == .due else { return nil }
    let turn = turn.take()
    state.store(next, ordering: .releasing)
    return turn
  }
}
