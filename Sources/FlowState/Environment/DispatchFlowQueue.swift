package import Dispatch

/// A Dispatch queue as the place where runs execute, one turn at a time also if the queue is concurrent.
///
/// Without a queue of the caller's it makes a serial one on the global pool: a serial queue without a target would land
/// on Dispatch's overcommitting pool, where a hop between two queues costs a thread switch.
package final class DispatchFlowQueue: FlowQueue {
  /// What a queue that carries runs is marked with. Its key is its own, so that the answer to "am I on this queue?" is right
  /// for a whole hierarchy: a queue inherits the marks of its targets, and its own do not hide them.
  private final class Mark: Sendable {
    let key = DispatchSpecificKey<Bool>()

    init(on queue: DispatchQueue) {
      queue.setSpecific(key: key, value: true)
      queue.setSpecific(key: DispatchFlowQueue.key, value: self)
    }
  }

  /// Under which a queue's mark is found.
  private static let key = DispatchSpecificKey<Mark>()
  private static let marking = DispatchQueue(label: "FlowState.marking")

  package static let main = DispatchFlowQueue(DispatchQueue.main)

  private let queue: DispatchQueue
  private let mark: Mark
  private let key: DispatchSpecificKey<Bool>

  /// Runs on the given queue, or on a serial queue of its own that targets it if it is one of the global queues, which
  /// are concurrent and carry no marks.
  package init(_ queue: DispatchQueue) {
    let isGlobal = queue.label.hasPrefix("com.apple.root.")
    let queue = isGlobal ? DispatchQueue(label: "FlowState.run", target: queue) : queue
    self.queue = queue
    // Two flows on one queue must find the same mark, also when they are made at the same moment.
    mark = DispatchFlowQueue.marking.sync {
      if let mark = queue.getSpecific(key: DispatchFlowQueue.key) { return mark }
      return Mark(on: queue)
    }
    key = mark.key
  }

  /// Runs on a serial queue of its own.
  package init() {
    queue = DispatchQueue(label: "FlowState.run", target: DispatchQueue.global())
    mark = Mark(on: queue)
    key = mark.key
  }

  /// The identity of the queue that executes the caller, if it is one that carries runs.
  package static var currentIdentity: ObjectIdentifier? {
    // The main queue has its mark before anybody asks.
    _ = main
    return DispatchQueue.getSpecific(key: key).map { ObjectIdentifier($0) }
  }

  package func enqueue(_ turn: FlowTurn) {
    // A barrier is nothing special on a serial queue. On a concurrent one, which cannot be told from that, it keeps all other
    // blocks away.
    queue.async(flags: .barrier) { turn.run() }
  }

  /// Performs a turn on the queue, by the calling thread.
  func perform(_ turn: FlowTurn) {
    queue.sync(flags: .barrier) { turn.run() }
  }

  /// Traps if the caller is in one of several blocks that a concurrent queue executes at once.
  func preconditionIsAlone() {
    dispatchPrecondition(condition: .onQueueAsBarrier(queue))
  }

  package var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) ?? false
  }

  /// Lets go of an object on the queue: at once if the caller is on it, else later.
  func release(_ object: Unmanaged<some AnyObject>) {
    if isCurrent { return object.release() }
    let object = UnsafeTransfer(object)
    queue.async { object.value.release() }
  }

  package func preconditionIsCurrent() {
    dispatchPrecondition(condition: .onQueue(queue))
  }

  package var identity: ObjectIdentifier { ObjectIdentifier(mark) }
}
