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
  private let lane: Lane

  /// Creates access to the run whose closure is executing; nil if no closure of a run is executing.
  public init?() {
    guard let lane = CurrentThread.lane else { return nil }
    self.lane = lane
  }

  /// The clock of the run whose closure or async function is executing; nil outside a run.
  public static var clock: (any FlowClock)? { CurrentThread.run?.clock ?? AsyncWork.current?.clock }

  /// The run's clock.
  public var clock: any FlowClock { lane.run.clock }

  /// Schedules a call after a delay on the run's clock.
  ///
  /// - Parameters:
  ///   - delay: The delay; more than zero.
  ///   - body: The closure to call once, on the run's queue. It is released after the call or when the call is cancelled.
  /// - Returns: A closure that cancels the call. Call it on the run's queue, any number of times.
  public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> () -> Void {
    let delayedCall = DelayedCall(in: lane.run, delay) { [lane] in lane.call(body) }
    return { delayedCall.end() }
  }

  /// Returns a closure that calls `body` on the run's queue. You can call it from any thread.
  ///
  /// Each call makes a turn of the queue, so it calls `body` later, even if the caller is on the queue. The run doesn't wait
  /// for the call. After the run has ended, a call still calls `body`, but outside the run.
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
        if body.lane.run.hasEnded { body.call() } else { body.lane.call(body.call) }
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
  /// Calls a closure as a closure of the lane.
  fileprivate func call(_ body: () -> Void) {
    let outer = run.eventLoop.exchangeLane(self)
    body()
    run.eventLoop.setLane(outer)
  }
}
