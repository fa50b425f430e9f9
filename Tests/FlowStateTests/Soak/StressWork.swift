import Dispatch
import FlowState
import Synchronization

/// Counts all work: turns of queues, work of other threads, and runs. When the count is zero, nothing more can happen.
///
/// Work begins before the work that caused it ends, so the count doesn't reach zero in between.
final class StressWork: Sendable {
  private let count = Atomic<Int>(1)
  private let isOver = DispatchSemaphore(value: 0)

  func begin() {
    count.add(1, ordering: .relaxed)
  }

  func end() {
    // Not acquiring, because the count must not order the threads, or the thread sanitizer would miss races.
    if count.subtract(1, ordering: .releasing).newValue == 0 { isOver.signal() }
  }

  /// Executes a closure on another thread. The closure is released before the work ends.
  func perform(_ delay: StressDelay = .none, _ body: @escaping @Sendable () -> Void) {
    begin()
    let errand = Errand(body)
    let perform = { @Sendable [self] in
      errand.take()?()
      end()
    }
    switch delay {
    case .none: DispatchQueue.global().async(execute: perform)
    case .microseconds(let time):
      DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(time), execute: perform)
    }
  }

  /// Executes a closure in a task, as ``perform(_:_:)`` does on a thread.
  func performInTask(_ body: @escaping @Sendable () async -> Void) {
    begin()
    let errand = Errand(body)
    Task { [self] in
      await errand.take()?()
      end()
    }
  }

  /// Waits until all work has ended, and returns false if it has not after this time. Call this once.
  func wait(seconds: Double) -> Bool {
    end()
    guard isOver.wait(timeout: .now() + seconds) == .success else { return false }
    // Synchronizes with the last `end()`, so that all earlier writes are visible.
    return count.load(ordering: .acquiring) == 0
  }

  /// A closure that is released as soon as it has been called. Guard of `@unchecked Sendable`: the thread that makes
  /// it, then the one that calls it.
  private final class Errand<Body: Sendable>: @unchecked Sendable {
    private var body: Body?

    init(_ body: Body) {
      self.body = body
    }

    func take() -> Body? {
      body.take()
    }
  }
}

/// A Dispatch queue whose turns are counted.
final class StressQueue: FlowQueue {
  private let queue = DispatchQueue(label: "stress", target: .global())
  private let counted: DispatchFlowQueue
  private let work: StressWork

  init(_ work: StressWork) {
    counted = DispatchFlowQueue(queue)
    self.work = work
  }

  func enqueue(_ turn: FlowTurn) {
    work.begin()
    let turn = CountedTurn(turn)
    queue.async { [work] in
      turn.run()
      work.end()
    }
  }

  var isCurrent: Bool { counted.isCurrent }
  var identity: ObjectIdentifier { counted.identity }

  func preconditionIsCurrent() {
    counted.preconditionIsCurrent()
  }

  /// A turn that releases its run at its end. Guard of `@unchecked Sendable`: the queue.
  private final class CountedTurn: @unchecked Sendable {
    private var turn: FlowTurn?

    init(_ turn: FlowTurn) {
      self.turn = turn
    }

    func run() {
      turn?.run()
      turn = nil
    }
  }
}
