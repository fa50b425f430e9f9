package import Dispatch

#if canImport(CDispatch)
  import CDispatch
#endif

/// A Dispatch queue that executes runs, one turn at a time, even if the queue is concurrent.
package final class DispatchFlowQueue: FlowQueue {
  /// The mark of a queue that carries runs. Each mark has its own key, so that `isCurrent` is correct in a hierarchy of
  /// queues: a queue inherits the marks of its targets, and its own mark doesn't hide them.
  private final class Mark: Sendable {
    let key = DispatchSpecificKey<Bool>()

    init(on queue: DispatchQueue) {
      queue.setSpecific(key: key, value: true)
      queue.setSpecific(key: DispatchFlowQueue.key, value: self)
    }
  }

  /// The key of a queue's mark.
  private static let key = DispatchSpecificKey<Mark>()
  private static let marking = DispatchQueue(label: "FlowState.marking")

  package static let main = DispatchFlowQueue(DispatchQueue.main)

  private let queue: DispatchQueue
  private let mark: Mark
  private let key: DispatchSpecificKey<Bool>

  /// Creates a queue that uses a Dispatch queue. The global queues are concurrent and can't carry marks, so for a global queue
  /// it creates a serial queue that targets it.
  package init(_ queue: DispatchQueue) {
    let isGlobal = queue.label.hasPrefix("com.apple.root.")
    let queue = isGlobal ? DispatchQueue(label: "FlowState.run", target: queue) : queue
    self.queue = queue
    // Two flows on one queue must find the same mark, even if they are created at the same time.
    mark = DispatchFlowQueue.marking.sync {
      if let mark = queue.getSpecific(key: DispatchFlowQueue.key) { return mark }
      return Mark(on: queue)
    }
    key = mark.key
  }

  /// Creates a queue that uses a serial Dispatch queue of its own, which targets the global pool. Without a target it would use
  /// Dispatch's overcommitting pool, where each hop between two queues costs a thread switch.
  package init() {
    queue = DispatchQueue(label: "FlowState.run", target: DispatchQueue.global())
    mark = Mark(on: queue)
    key = mark.key
  }

  /// The identity of the queue that executes the caller; nil if that queue carries no runs.
  package static var currentIdentity: ObjectIdentifier? {
    // Mark the main queue before looking for a mark.
    _ = main
    return DispatchQueue.getSpecific(key: key).map { ObjectIdentifier($0) }
  }

  package func enqueue(_ turn: FlowTurn) {
    // A barrier has no effect on a serial queue. On a concurrent queue, it excludes all other blocks. Dispatch can't
    // distinguish the two.
    queue.async(flags: .barrier) { [owner = turn.owner] in owner.runDueTurn() }
  }

  /// Calls a closure on the queue, on the calling thread.
  package func perform(_ body: () -> Void) {
    queue.sync(flags: .barrier, execute: body)
  }

  /// Traps if other blocks of a concurrent queue may execute at the same time as the caller.
  func preconditionIsAlone() {
    dispatchPrecondition(condition: .onQueueAsBarrier(queue))
  }

  package var isCurrent: Bool {
    #if canImport(CDispatch)
      // `getSpecific` copies the value too, which takes longer than to find it.
      if DispatchFlowQueue.findsMarksByAddress {
        return dispatch_get_specific(Unmanaged.passUnretained(key).toOpaque()) != nil
      }
    #endif
    return DispatchQueue.getSpecific(key: key) ?? false
  }

  #if canImport(CDispatch)
    /// Whether the C interface of Dispatch finds a mark by the address of its key. The Swift interface doesn't promise
    /// that.
    private static let findsMarksByAddress: Bool = {
      let queue = DispatchQueue(label: "FlowState.marked")
      let key = DispatchSpecificKey<Bool>()
      queue.setSpecific(key: key, value: true)
      let address = UnsafeTransfer(Unmanaged.passUnretained(key).toOpaque())
      return withExtendedLifetime(key) {
        dispatch_get_specific(address.value) == nil && queue.sync { dispatch_get_specific(address.value) != nil }
      }
    }()
  #endif

  /// Releases an object on the queue: at once if the caller is on it, otherwise later.
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
