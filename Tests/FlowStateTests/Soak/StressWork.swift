import Dispatch
import FlowState
import Synchronization

/// Counts all that is under way: turns of queues, work of other threads, runs. When none is left, nothing can happen any more.
///
/// Whatever begins does so before what it comes from has ended, so the count does not touch zero in between.
final class StressWork: Sendable {
  private let count = Atomic<Int>(1)
  private let isOver = DispatchSemaphore(value: 0)

  func begin() {
    count.add(1, ordering: .relaxed)
  }

  func end() {
    // Not acquiring: the threads must not be ordered by this, or the thread sanitizer would see less.
    if count.subtract(1, ordering: .releasing).newValue == 0 { isOver.signal() }
  }

  /// Does something on another thread. What it refers to is let go of before it counts as done.
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

  /// Does something in a task, as ``perform(_:_:)`` on a thread.
  func performInTask(_ body: @escaping @Sendable () async -> Void) {
    begin()
    let errand = Errand(body)
    Task { [self] in
      await errand.take()?()
      end()
    }
  }

  /// Waits until nothing is under way; false if there still is after this time. To be called once.
  func wait(seconds: Double) -> Bool {
    end()
    guard isOver.wait(timeout: .now() + seconds) == .success else { return false }
    // Pairs with the last end, for all that was written before.
    return count.load(ordering: .acquiring) == 0
  }

  /// A closure that is let go of as soon as it has been called. Guard of `@unchecked Sendable`: the thread that makes it, then
  /// the one that calls it.
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

  /// A turn that lets go of its run when it is over. Guard of `@unchecked Sendable`: the queue.
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
