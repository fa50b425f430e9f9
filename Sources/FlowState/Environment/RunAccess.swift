/// Access to the clock and the queue of a run, for code that works for a step after its intent has returned.
///
/// Use it in a screen with a countdown, to schedule a call, or in code on other threads, to call a closure on the run's queue:
///
/// ```swift
/// let wait = FlowStep(Any.self, Void.self, identifier: "Wait") { step in
///   let handler = FlowStepHandler(Any.self, Void.self)
///   let callOff = RunAccess()?.schedule(after: .seconds(2)) { handler.complete(()) }
///   step.onCancel { callOff?() }
///   return handler
/// }
/// ```
///
/// Use it only on the queue of the run. You can call the closure that ``callback(_:)`` returns from any thread.
public struct RunAccess {
  private let reference: EventLoopReference<Lane>
  private var lane: Lane { reference.object }

  /// Creates access to the run whose closure is executing; nil if no closure of a run is executing.
  public init?() {
    guard let lane = CurrentThread.lane else { return nil }
    reference = EventLoopReference(lane, on: lane.run.eventLoop)
  }

  /// The clock of the run whose closure or async function is executing; nil outside a run.
  public static var clock: (any FlowClock)? { CurrentThread.run?.clock ?? AsyncWork.current?.clock }

  /// The run's clock.
  public var clock: any FlowClock { lane.run.clock }

  /// Traps unless the caller is on the queue of the run.
  private func preconditionOnQueue() {
    requireUse(
      reference.eventLoop.isHere,
      "A RunAccess was used off the queue of its run. On other threads, use the closures that it has returned.")
  }

  /// Schedules a call after a delay on the run's clock.
  ///
  /// After the run has ended, the call is still made, but outside the run. Cancel it in ``AnyFlowStep/onCancel(_:)`` and when the
  /// step completes if nothing needs it any more: until then, the clock keeps the closure. Traps off the run's queue.
  ///
  /// - Parameters:
  ///   - delay: The delay. The call is made soon if it isn't more than zero.
  ///   - body: The closure to call once, on the run's queue. It is released after the call or when the call is cancelled.
  /// - Returns: A closure that cancels the call. You can call it from any thread, any number of times.
  public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> @Sendable () -> Void {
    preconditionOnQueue()
    let eventLoop = reference.eventLoop
    let delayedCall = UnsafeTransfer(DelayedCall(in: lane.run, delay) { [lane] in lane.callIfRunning(body) })
    return {
      if eventLoop.isHere {
        delayedCall.value.end()
      } else {
        eventLoop.postLater(ClosureMessage { delayedCall.value.end() })
      }
    }
  }

  /// Returns a closure that calls `body` on the run's queue. You can call it from any thread.
  ///
  /// Each call makes a turn of the queue, so it calls `body` later, even if the caller is on the queue. The run doesn't wait
  /// for the call. After the run has ended, a call still calls `body`, but outside the run. Traps off the run's queue.
  ///
  /// ```swift
  /// let choose = FlowStep(Any.self, String.self, identifier: "Choose") { _ in
  ///   let handler = FlowStepHandler(Any.self, String.self)
  ///   var presses = 0
  ///   let pressed = RunAccess()?.callback {
  ///     presses += 1  // on the run's queue
  ///     if presses == 2 { handler.complete("pressed twice") }
  ///   }
  ///   DispatchQueue.global().async {
  ///     pressed?()
  ///     pressed?()
  ///   }
  ///   return handler
  /// }
  /// ```
  ///
  /// - Parameter body: The closure to call on the run's queue, once for each call of the returned closure. It is released on
  ///   the run's queue too.
  /// - Returns: A closure that you can call from any thread.
  public func callback(_ body: @escaping () -> Void) -> @Sendable () -> Void {
    preconditionOnQueue()
    let eventLoop = reference.eventLoop
    let callback = UnsafeTransfer(EventLoopReference(RunCallback(in: lane, body), on: eventLoop))
    return { eventLoop.postLater(ClosureMessage { callback.value.object.call() }) }
  }

  /// Performs an async function of this package on the run's queue. The run doesn't end before the function has returned.
  ///
  /// Nonisolated functions that the function awaits execute there too, so it must not await a user's function. Functions that
  /// belong to an actor execute on that actor. The method isn't public, because the compiler can't check this: a function with
  /// an executor preference of its own would take state of the queue to another thread.
  ///
  /// - Parameter function: The function. It is released after it has returned.
  /// - Returns: A closure that cancels the function's task. Call it on the queue, any number of times.
  package func perform(_ function: @escaping () async -> Void) -> () -> Void {
    let function = UnsafeTransfer(function)
    return AsyncWork(in: lane).start(isOnQueue: true) { await function.value() }
  }
}

/// An object that belongs to a run's queue, and is released there, whatever thread releases the reference: to the compiler an
/// access and a callback belong to no queue, so they can be sent elsewhere.
private final class EventLoopReference<Object: AnyObject> {
  let eventLoop: EventLoop
  /// Unmanaged, because a message must release it on the queue.
  private let reference: Unmanaged<Object>

  /// The object. On the queue only.
  var object: Object { reference.takeUnretainedValue() }

  init(_ object: Object, on eventLoop: EventLoop) {
    self.eventLoop = eventLoop
    reference = .passRetained(object)
  }

  deinit {
    if CurrentThread.eventLoop === eventLoop {
      reference.release()
    } else {
      eventLoop.postLater(ClosureMessage { [reference] in reference.release() })
    }
  }
}

/// A closure of a run that other threads can call.
private final class RunCallback {
  private let lane: Lane
  private let body: () -> Void

  init(in lane: Lane, _ body: @escaping () -> Void) {
    self.lane = lane
    self.body = body
  }

  func call() { lane.callIfRunning(body) }
}

extension Lane {
  /// Calls a closure as a closure of the lane, or outside of any run if the run has ended.
  fileprivate func callIfRunning(_ body: () -> Void) {
    if run.hasEnded { return body() }
    let outer = run.eventLoop.exchangeLane(self)
    body()
    run.eventLoop.restoreLane(outer)
  }
}
