/// Access to the clock and the queue of a run, for code that works for a step after its intent has returned.
///
/// Use it in a screen with a countdown, to schedule a call, or in code on other threads, to call a closure on the run's queue:
///
/// ```swift
/// let wait = FlowStep(Any.self, Void.self, identifier: "Wait") { step in
///   let handler = FlowStepHandler(Any.self, Void.self)
///   let cancel = RunAccess(step).schedule(after: .seconds(2)) { handler.complete(()) }
///   step.onCancel { cancel() }
///   return handler
/// }
/// ```
///
/// You get it from a step or a scope, so that the compiler knows that the closures that you pass to it, and what they capture, belong to
/// the run: it rejects code that also uses that elsewhere. The run releases these closures when it ends. It calls none of them
/// afterwards.
///
/// Use it only on the queue of the run. You can call the closures that its methods return from any thread.
public struct RunAccess {
  private let lane: Lane

  /// Creates access to the run that executes a step.
  ///
  /// Use it in the closures of a step that has started. It traps if no run is under way. In a builder, use the scope.
  ///
  /// - Parameter step: The step.
  public init(_ step: AnyFlowStep) {
    step.preconditionOnOwnQueue()
    requireUse(
      step.hasStarted,
      """
      The run of step '\(step.identifier)' was accessed before the step started. Use the step that a closure receives, or the flow's \
      scope.
      """)
    guard let lane = CurrentThread.lane ?? step.latestLane else {
      trap("The run of step '\(step.identifier)' was accessed outside a run.")
    }
    self.lane = lane
  }

  /// Creates access to the run of a scope.
  ///
  /// Use it in the builder and in the closures of the steps. It traps after the run has ended.
  ///
  /// - Parameter scope: The scope.
  public init<Content, Result>(_ scope: FlowScope<Content, Result>) {
    guard let run = scope.run, let lane = run.currentLane else { trap("A run was accessed after it had ended.") }
    self.lane = lane
  }

  /// Creates access to the run whose closure is executing; nil if no closure of a run is executing. For code of the package that calls
  /// no closures of its user.
  package init?() {
    guard let lane = CurrentThread.lane else { return nil }
    self.lane = lane
  }

  /// The run that was started, which is the outermost one around the step or scope.
  public var startedRun: FlowRunID { lane.run.startedRun }

  /// The clock of the run whose closure or async function is executing; nil outside a run.
  public static var clock: (any FlowClock)? { CurrentThread.run?.clock ?? AsyncWork.current?.clock }

  /// The run's clock.
  public var clock: any FlowClock { lane.run.clock }

  /// Schedules a call after a delay on the run's clock.
  ///
  /// If the run ends before, the call isn't made. Traps off the run's queue.
  ///
  /// - Parameters:
  ///   - delay: The delay. The call is made soon if it isn't more than zero.
  ///   - body: The closure to call once, on the run's queue. It is released after the call, when the call is cancelled, or when the run
  ///     ends.
  /// - Returns: A closure that cancels the call. You can call it from any thread, any number of times.
  public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> @Sendable () -> Void {
    guard let callback = makeCallback(body) else { return {} }
    callback.call(after: delay)
    let eventLoop = lane.run.eventLoop
    let scheduled = UnsafeTransfer(callback)
    return {
      if eventLoop.isHere {
        scheduled.value.end()
      } else {
        eventLoop.postLater(ClosureMessage { scheduled.value.end() })
      }
    }
  }

  /// Returns a closure that calls `body` on the run's queue. You can call it from any thread.
  ///
  /// Each call makes a turn of the queue, so it calls `body` later, even if the caller is on the queue. The run doesn't wait
  /// for the call. After the run has ended, a call does nothing. Traps off the run's queue.
  ///
  /// ```swift
  /// let choose = FlowStep(Any.self, String.self, identifier: "Choose") { step in
  ///   let handler = FlowStepHandler(Any.self, String.self)
  ///   var presses = 0
  ///   let pressed = RunAccess(step).callback {
  ///     presses += 1  // on the run's queue
  ///     if presses == 2 { handler.complete("pressed twice") }
  ///   }
  ///   DispatchQueue.global().async {
  ///     pressed()
  ///     pressed()
  ///   }
  ///   return handler
  /// }
  /// ```
  ///
  /// - Parameter body: The closure to call on the run's queue, once for each call of the returned closure. It is released on the run's
  ///   queue too: when the returned closure is released, or when the run ends.
  /// - Returns: A closure that you can call from any thread.
  public func callback(_ body: @escaping () -> Void) -> @Sendable () -> Void {
    guard let callback = makeCallback(body) else { return {} }
    let owner = RunCallbackOwner(of: callback, on: lane.run.eventLoop)
    return { owner.call() }
  }

  /// Returns a callback that ends with the run; nil if the run has ended. Traps unless the caller is on the queue of the run.
  private func makeCallback(_ body: @escaping () -> Void) -> RunCallback? {
    requireUse(
      lane.run.eventLoop.isHere,
      "A RunAccess was used off the queue of its run. On other threads, use the closures that it has returned.")
    return lane.run.hasEnded ? nil : RunCallback(in: lane, body)
  }

  // MARK: Going back

  /// A Boolean value that indicates whether ``goBack()`` leads to an earlier stop. It is false if the run isn't reversible or has ended.
  ///
  /// A presenter can offer Back for a screen that doesn't offer it itself. Use it on the run's queue.
  public var canGoBack: Bool {
    let run = lane.run
    if let journal = run.durability?.journal, !journal.hasEarlierStop { return false }
    return !run.hasEnded && run.isReversible && (try? run.wayBack(to: .previous))?.target != nil
  }

  /// Takes the run back to the previous stop, as soon as the executing closure has returned; see ``FlowScope/goBack()``.
  ///
  /// It does nothing unless ``canGoBack`` is true. Use it on the run's queue.
  public func goBack() {
    if canGoBack { lane.run.goBackSoon(to: .previous) }
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
