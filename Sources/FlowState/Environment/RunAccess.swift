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
  private let reference: LaneReference
  private var lane: Lane { reference.lane }

  /// Creates access to the run whose closure is executing; nil if no closure of a run is executing.
  public init?() {
    guard let lane = CurrentThread.lane else { return nil }
    reference = LaneReference(lane)
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
    let eventLoop = lane.run.eventLoop
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
    let callback = UnsafeTransfer(RunCallback(in: lane, body))
    return { callback.value.post() }
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

/// A lane, released on the queue of its run: to the compiler an access belongs to no queue, so it can be sent elsewhere.
private final class LaneReference {
  let eventLoop: EventLoop
  private let reference: Unmanaged<Lane>

  var lane: Lane { reference.takeUnretainedValue() }

  init(_ lane: Lane) {
    eventLoop = lane.run.eventLoop
    reference = .passRetained(lane)
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
///
/// Any thread can call ``post()`` and release the callback. The closure is called and released only on the run's queue.
private final class RunCallback {
  /// The state that belongs to the queue.
  private final class Body {
    let lane: Lane
    let call: () -> Void

    init(_ lane: Lane, _ call: @escaping () -> Void) {
      self.lane = lane
      self.call = call
    }
  }

  private let eventLoop: EventLoop
  /// Unmanaged, because a message must release it on the queue. The callback itself can be released on another thread.
  private let body: Unmanaged<Body>

  init(in lane: Lane, _ call: @escaping () -> Void) {
    eventLoop = lane.run.eventLoop
    body = .passRetained(Body(lane, call))
  }

  func post() {
    eventLoop.postLater(
      ClosureMessage { [self] in
        let body = body.takeUnretainedValue()
        body.lane.callIfRunning(body.call)
      })
  }

  deinit {
    if CurrentThread.eventLoop === eventLoop {
      body.release()
    } else {
      eventLoop.postLater(ClosureMessage { [body] in body.release() })
    }
  }
}

extension Lane {
  /// Calls a closure as a closure of the lane, or outside of any run if the run has ended.
  fileprivate func callIfRunning(_ body: () -> Void) {
    if run.hasEnded { return body() }
    let outer = run.eventLoop.exchangeLane(self)
    body()
    run.eventLoop.setLane(outer)
  }
}
