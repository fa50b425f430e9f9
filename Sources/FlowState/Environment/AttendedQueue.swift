import Dispatch
import Synchronization

/// A queue of which a waiting thread performs the turns of a run itself.
///
/// Dispatch has few threads. If all of them waited for runs, no thread would be left to perform those runs. So the waiting
/// thread enters the queue whenever a turn is due. After the thread has left, Dispatch performs the turns.
///
/// `@unchecked Sendable`: `state` determines which thread owns the turn; the rest doesn't change.
final class AttendedQueue: FlowQueue, @unchecked Sendable {
  private enum State: UInt8, AtomicRepresentable {
    /// No turn is due.
    case idle
    /// A turn waits for the thread.
    case due
    /// The thread no longer waits.
    case left
  }

  /// A queue of Dispatch, or of the pool.
  private let queue: any FlowQueue
  /// The queue of Dispatch; nil for the pool.
  let dispatchQueue: DispatchFlowQueue?
  private let state = Atomic<State>(.idle)
  /// The turn that is due. There is at most one, because one event loop has the queue. Guarded by `state`: first the enqueuing
  /// thread owns the turn, then the waiting thread.
  private var turn: FlowTurn?
  private let semaphore = DispatchSemaphore(value: 0)
  private let hasEnded = Atomic<Bool>(false)

  init(_ queue: any FlowQueue) {
    self.queue = queue
    dispatchQueue = queue as? DispatchFlowQueue
  }

  var isCurrent: Bool { queue.isCurrent }
  var identity: ObjectIdentifier { dispatchQueue?.identity ?? ObjectIdentifier(self) }
  func preconditionIsCurrent() { queue.preconditionIsCurrent() }

  func enqueue(_ turn: FlowTurn) {
    guard state.load(ordering: .acquiring) != .left else { return queue.enqueue(turn) }
    self.turn = turn
    if state.compareExchange(expected: .idle, desired: .due, ordering: .acquiringAndReleasing).exchanged {
      semaphore.signal()
    } else {
      // The thread has just left.
      self.turn = nil
      queue.enqueue(turn)
    }
  }

  /// Performs the turns on the calling thread until a turn or another thread calls ``end()``.
  func attend() {
    while !hasEnded.load(ordering: .acquiring) {
      semaphore.wait()
      if let turn = takeTurn(andBecome: .idle) { perform(turn) }
    }
    if state.compareExchange(expected: .idle, desired: .left, ordering: .acquiringAndReleasing).exchanged { return }
    if let turn = takeTurn(andBecome: .left) { queue.enqueue(turn) }
  }

  /// Lets the waiting thread leave. You can call this method from any thread.
  func end() {
    hasEnded.store(true, ordering: .releasing)
    semaphore.signal()
  }

  private func perform(_ turn: FlowTurn) {
    if let dispatchQueue { dispatchQueue.perform { turn.run() } } else { turn.run() }
  }

  private func takeTurn(andBecome next: State) -> FlowTurn? {
    guard state.load(ordering: .acquiring) == .due else { return nil }
    let turn = turn.take()
    state.store(next, ordering: .releasing)
    return turn
  }
}
