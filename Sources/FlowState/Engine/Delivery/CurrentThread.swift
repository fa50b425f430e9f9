/// The state of the current thread: the event loop whose closures it executes.
///
/// A step is made by an initializer, anywhere in a builder. With this state it finds the run that it belongs to. Nothing here
/// outlives the call that set it.
@usableFromInline
enum CurrentThread {
  static let eventLoopKey = ThreadKey()

  /// The event loop that is delivering on this thread.
  @usableFromInline static var eventLoop: EventLoop? {
    guard let pointer = eventLoopKey.pointer else { return nil }
    return Unmanaged<EventLoop>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The lane whose closure executes on this thread.
  @usableFromInline static var lane: Lane? {
    guard let pointer = eventLoopKey.pointer else { return nil }
    return Unmanaged<EventLoop>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.lane }
  }

  /// Records a step that a builder has made on this thread. Its run keeps the step. Returns false if no builder is executing.
  static func note(built step: AnyFlowStep) -> Bool {
    guard let pointer = eventLoopKey.pointer else { return false }
    return Unmanaged<EventLoop>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.note(built: step) }
  }

  /// The run whose closure executes on this thread.
  @usableFromInline static var run: Run? { lane?.run }

  /// Traps unless the caller is on the queue of the event loop to whose run a step belongs. Only for a step that belongs to one.
  ///
  /// - Returns: Whether a run may be executing that has an observer, or a history.
  @usableFromInline
  static func preconditionOnQueue(of step: AnyFlowStep) -> Bool {
    guard let owningLoop = step.makingLoop else { return true }
    let delivery = delivery(in: owningLoop._withUnsafeGuaranteedRef { $0.threadSlot })
    guard delivery.eventLoop != owningLoop.toOpaque() else {
      return owningLoop._withUnsafeGuaranteedRef { $0.current?.followsContent ?? true }
    }
    requireUse(
      owningLoop.takeUnretainedValue().isHere,
      """
      Step '\(step.identifier)' belongs to a run, and so to that run's queue, but it was used elsewhere. Make the step where it \
      is used.
      """)
    return true
  }

  /// A delivery that is under way on this thread, if `eventLoop` isn't nil.
  struct Delivery {
    /// The delivering event loop. Unmanaged, because it outlives its own delivery.
    let eventLoop: UnsafeMutableRawPointer?

    /// The number of nested deliveries on the thread, each of another event loop.
    var depth: UInt16 {
      guard let eventLoop else { return 0 }
      return Unmanaged<EventLoop>.fromOpaque(eventLoop)._withUnsafeGuaranteedRef { $0.depth }
    }
  }

  /// The delivery that is under way on this thread.
  static func delivery(in slot: ThreadKey) -> Delivery {
    Delivery(eventLoop: slot.pointer)
  }

  /// Makes an event loop the current one.
  static func enter(_ eventLoop: EventLoop, in slot: ThreadKey) {
    slot.pointer = Unmanaged.passUnretained(eventLoop).toOpaque()
  }

  /// Makes the event loop of the outer delivery the current one again.
  static func leave(_ slot: ThreadKey, to outer: Delivery) {
    slot.pointer = outer.eventLoop
  }
}
