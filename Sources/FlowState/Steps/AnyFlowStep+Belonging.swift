/// The run that a step belongs to, and the queue on which code can use the step.
extension AnyFlowStep {
  /// Makes the step belong to a run, because the run starts the step or can reach it. The run takes the step apart when it
  /// ends. Until then, the compiler treats the step as independent, and code can send it elsewhere. A step that was made on
  /// another event loop, or outside of all runs, stays free.
  final func belong(to run: Run) {
    var step = self
    let eventLoop = Unmanaged.passUnretained(run.eventLoop).toOpaque()
    while step.owner == 0, step.makingLoop?.toOpaque() == eventLoop, run.remember(step) {
      step.owner = run.identity
      guard let next = step.next else { return }
      step = next
    }
  }

  /// The event loop of the run that the step belongs to; nil if it belongs to no run. The run takes the step apart when it ends.
  final var owningLoop: Unmanaged<EventLoop>? { owner == 0 ? nil : makingLoop }

  /// Traps unless the caller is on the step's queue.
  ///
  /// A step that a builder makes belongs to its run from the beginning, because the run keeps and takes apart even the steps
  /// that it can't reach. The compiler treats a new step as independent and lets code send it elsewhere. Only the compiler
  /// guards steps that belong to no run.
  ///
  /// - Returns: Whether a run may be executing that has an observer, or a history.
  @inlinable @inline(__always) @discardableResult
  final func preconditionOnOwnQueue() -> Bool {
    owner == 0 || CurrentThread.preconditionOnQueue(of: self)
  }

  /// Prepares the step for a start in a lane. Traps if the step belongs to a run on another queue.
  final func prepareToStart(in lane: Lane) {
    guard let owningLoop else {
      // A bare run doesn't take its steps apart.
      if makingLoop != nil, lane.run.ownsSteps { belong(to: lane.run) }
      return
    }
    guard owningLoop.toOpaque() != lane.unownedEventLoop.toOpaque() else { return }
    let queue = owningLoop.takeUnretainedValue().home.identity
    requireUse(
      queue != 0 && queue == lane.run.eventLoop.home.identity,
      """
      Step '\(identifier)' belongs to a run on another queue and cannot start here. Make the \
      step where it is used.
      """)
  }
}
