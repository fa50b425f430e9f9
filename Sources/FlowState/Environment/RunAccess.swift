/// The clock and the queue of the run whose closure is executing, for code that works for a step after its intent has returned.
///
/// A screen with a countdown asks for a call when time has passed; a presenter of screens asks for calls from other threads:
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
/// Use it on the queue of the run only. What ``callback(_:)`` returns can be called from any thread.
public struct RunAccess {
  private let lane: Lane

  /// Makes the access to the run whose closure is executing; nil if the caller isn't called by one.
  public init?() {
    guard let lane = CurrentThread.lane else { return nil }
    self.lane = lane
  }

  /// The clock of the run whose closure, or whose async step, is executing; nil elsewhere.
  public static var clock: (any FlowClock)? { CurrentThread.run?.clock ?? AsyncWork.current?.clock }

  /// The run's clock.
  public var clock: any FlowClock { lane.run.clock }

  /// Asks for a call when some time has passed on the run's clock.
  ///
  /// - Parameters:
  ///   - delay: The time to wait; more than zero.
  ///   - body: Called once, on the run's queue. It is released when it has returned, or when the call is called off.
  /// - Returns: A closure that calls the call off. Call it on the run's queue, as often as you like.
  public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> () -> Void {
    let delayedCall = DelayedCall(in: lane.run, delay) { [lane] in lane.call(body) }
    return { delayedCall.end() }
  }

  /// Makes a closure that any thread can call to have `body` called on the run's queue.
  ///
  /// Each call makes a turn of the queue, so `body` is called later, also if the caller is on the queue. The run doesn't wait for
  /// it: a call that comes when the run has ended is made all the same, as by code outside of a run.
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
  /// - Parameter body: Called on the run's queue, once for each call of the closure. It is released there too.
  /// - Returns: The closure, for any thread.
  public func callback(_ body: @escaping () -> Void) -> @Sendable () -> Void {
    let callback = UnsafeTransfer(RunCallback(in: lane, body))
    return { callback.value.post() }
  }

  /// Performs an async function of the house on the run's queue; the run does not end before it has.
  ///
  /// Nonisolated functions that it awaits execute there as well, so it must not await one of a user's; what belongs to an
  /// actor executes there. It stays in the package because the compiler can't check that: a function that sets an executor
  /// preference of its own would leave the queue with what belongs to it.
  ///
  /// - Parameter function: What to do. It is let go of when it has returned.
  /// - Returns: What cancels its task; on the queue, as often as one likes.
  package func perform(_ function: @escaping () async -> Void) -> () -> Void {
    let function = UnsafeTransfer(function)
    return AsyncWork(in: lane).start(isOnQueue: true) { await function.value() }
  }
}

/// A closure of a run that other threads ask for.
///
/// Any thread may call ``post()`` and let go of the callback; the closure is called and released on the run's queue only.
private final class RunCallback {
  /// What belongs to the queue.
  private final class Body {
    let lane: Lane
    let call: () -> Void

    init(_ lane: Lane, _ call: @escaping () -> Void) {
      self.lane = lane
      self.call = call
    }
  }

  private let eventLoop: EventLoop
  /// Unmanaged, because a message releases it: a reference of the callback's own could be the last one.
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
  /// Calls a closure as one of the lane's.
  fileprivate func call(_ body: () -> Void) {
    let outer = run.eventLoop.exchangeLane(self)
    body()
    run.eventLoop.setLane(outer)
  }
}
