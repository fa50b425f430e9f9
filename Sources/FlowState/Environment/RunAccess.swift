/// Access to the clock and the queue of the current run, for code that continues to work for a step after its intent has
/// returned.
///
/// A screen with a countdown schedules a call after a delay. A presenter of screens makes callbacks for other threads:
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

  /// Makes the access to the run whose closure is executing. Returns nil outside the closures of a run.
  public init?() {
    guard let lane = CurrentThread.lane else { return nil }
    self.lane = lane
  }

  /// The clock of the run whose closure or async step is executing; nil elsewhere.
  public static var clock: (any FlowClock)? { CurrentThread.run?.clock ?? AsyncWork.current?.clock }

  /// The run's clock.
  public var clock: any FlowClock { lane.run.clock }

  /// Schedules a call after a delay on the run's clock.
  ///
  /// - Parameters:
  ///   - delay: The time to wait, more than zero.
  ///   - body: A closure that is called once, on the run's queue. It is released when it has returned or the call is cancelled.
  /// - Returns: A closure that cancels the call. Call it on the run's queue, any number of times.
  public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> () -> Void {
    let delayedCall = DelayedCall(in: lane.run, delay) { [lane] in lane.call(body) }
    return { delayedCall.end() }
  }

  /// Returns a closure that any thread can call, and that calls `body` on the run's queue.
  ///
  /// Each call takes a turn of the queue, so `body` is always called later, even if the caller is on the queue. The run doesn't
  /// wait for calls. If the run has ended, `body` is still called, but as code outside of a run.
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
  /// - Parameter body: A closure that is called on the run's queue, once for each call of the returned closure. It is also
  ///   released there.
  /// - Returns: The closure, which you can call from any thread.
  public func callback(_ body: @escaping () -> Void) -> @Sendable () -> Void {
    let callback = UnsafeTransfer(RunCallback(in: lane, body))
    return { callback.value.post() }
  }

  /// Performs an async function of this package on the run's queue. The run doesn't end before the function has returned.
  ///
  /// Nonisolated functions that it awaits also execute on the queue, so it must not await a user's function. Functions of an
  /// actor execute on that actor. This function isn't public, because the compiler can't check these rules: a function that sets
  /// an executor preference of its own would use the queue's state on another thread.
  ///
  /// - Parameter function: The function. It is released when it has returned.
  /// - Returns: A closure that cancels the task. Call it on the run's queue, any number of times.
  package func perform(_ function: @escaping () async -> Void) -> () -> Void {
    let function = UnsafeTransfer(function)
    return AsyncWork(in: lane).start(isOnQueue: true) { await function.value() }
  }
}

/// A closure of a run that other threads can request.
///
/// Any thread can call ``post()`` and release the callback. The closure is called and released only on the run's queue.
private final class RunCallback {
  /// The state that is confined to the queue.
  private final class Body {
    let lane: Lane
    let call: () -> Void

    init(_ lane: Lane, _ call: @escaping () -> Void) {
      self.lane = lane
      self.call = call
    }
  }

  private let eventLoop: EventLoop
  /// Unmanaged, so that a message releases it on the queue. A strong reference could be the last one, on another thread.
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
  /// Calls a closure with this lane as the current one.
  fileprivate func call(_ body: () -> Void) {
    let outer = run.eventLoop.exchangeLane(self)
    body()
    run.eventLoop.setLane(outer)
  }
}
