import Dispatch

extension Flow {
  /// Runs the flow and returns its result.
  ///
  /// You can call this method from any actor or task. The run executes on the flow's queue. Cancelling the task cancels the
  /// run.
  ///
  /// - Parameter content: The content of the run.
  /// - Returns: The result that the flow's scope held when the run came to rest.
  /// - Throws: A ``FlowError`` that names the failed step; `CancellationError` if the run was cancelled.
  public func run(_ content: sending Content? = nil) async throws -> sending Result? {
    let content = UnsafeTransfer(content)
    let run = UnsafeTransfer(makeRun(on: queue ?? PoolQueue.shared))
    run.value.surroundWithCaller()
    defer { run.value.hasResumedTask() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let scope = FlowScope<Content, Result>(content.value) { scope, ending in
          run.value.willResumeTask()
          switch scope.takeOutcome(ending) {
          case .completed(let result): continuation.resume(returning: UnsafeTransfer(result).value)
          case .failed(let error): continuation.resume(throwing: error)
          case .cancelled: continuation.resume(throwing: CancellationError())
          }
        }
        schedule(run.value, scope)
      }
    } onCancel: {
      run.value.cancelByTurn()
    }
  }

  /// Starts a run and reports how it ends.
  ///
  /// You can call this method from any thread. The run begins after this method returns, or on another thread.
  ///
  /// - Parameters:
  ///   - content: The content of the run.
  ///   - keepingEvents: A Boolean value that indicates whether ``FlowRun/events`` begins with the run's first event.
  ///   - completion: Receives the outcome, once, on the run's queue. By then the run has released its steps, handlers and
  ///     closures.
  /// - Returns: The run. Use it to cancel the run or to go back.
  @inlinable @discardableResult
  public func start(
    _ content: sending Content? = nil, keepingEvents: Bool = false,
    completion: @escaping @Sendable (_ outcome: sending FlowOutcome<Result>) -> Void = { _ in }
  ) -> FlowRun {
    start(
      FlowScope(content) { scope, ending in completion(UnsafeTransfer(scope.takeOutcome(ending)).value) },
      keepingEvents: keepingEvents)
  }

  @usableFromInline
  func start(_ scope: FlowScope<Content, Result>, keepingEvents: Bool) -> FlowRun {
    let run = makeRun(on: queue ?? PoolQueue.shared)
    var kept: AsyncStream<FlowEvent>?
    if keepingEvents {
      let (feed, events) = EventFeed.make(for: run)
      run.addObserver(feed)
      kept = events
    }
    schedule(run, scope)
    return FlowRun(run, keptEvents: kept)
  }

  /// Runs the flow and blocks the calling thread until the run ends. Use it in scripts.
  ///
  /// A thread that may be one of Dispatch's executes the closures of the run itself, on the flow's queue, unless that is the main
  /// queue. As a result, any number of threads can wait for runs, and each run still advances. Work that needs another thread, such
  /// as a delay or an async function, needs one that isn't blocked.
  ///
  /// You can call this method on the main thread if the flow runs on another queue; Dispatch's threads execute the closures, which
  /// is faster if steps complete on other queues. The main thread is blocked meanwhile: a
  /// nested flow on the main queue traps, and an async step that awaits main-actor code, or a callback on the main queue,
  /// waits forever. Calling this method on the flow's own queue traps, because the run could never execute. If the queue is
  /// advanced by hand, advance it on another thread.
  ///
  /// - Parameter content: The content of the run.
  /// - Returns: The result that the flow's scope held when the run came to rest.
  /// - Throws: A ``FlowError`` that names the failed step; `CancellationError` if the run was cancelled.
  public func runAndWait(_ content: sending Content? = nil) throws -> sending Result? {
    let queue = queue ?? PoolQueue.shared
    requireUse(
      !queue.isCurrent,
      "runAndWait was called on the queue that flow '\(identifier)' runs on, where it would wait for itself. Use run or start."
    )
    let blocked = BlockedQueue.all(ifCallerWaitsFor: identifier)
    blocked?.preconditionFree(queue, for: identifier)
    let outcome = Box<FlowOutcome<Result>?>(nil)
    // Swift has one thread per core for all tasks. If this is one of them, the run must not depend on another.
    let runsAsyncSteps = withUnsafeCurrentTask { $0 != nil }
    // The main queue has a thread of its own. The main thread isn't one of Dispatch's: while it waits, all of those remain, and
    // performing a turn there costs less than waking the thread that waits.
    let main = DispatchFlowQueue.main
    let isOfDispatch = queue is PoolQueue || queue is DispatchFlowQueue && queue.identity != main.identity
    if isOfDispatch, !main.isCurrent {
      let attended = AttendedQueue(queue)
      let scope = FlowScope<Content, Result>(content) { scope, ending in
        outcome.value = scope.takeOutcome(ending)
        attended.end()
      }
      schedule(makeRun(on: attended, blocking: blocked, runsAsyncSteps: runsAsyncSteps), scope)
      attended.attend()
    } else {
      let ended = DispatchSemaphore(value: 0)
      let scope = FlowScope<Content, Result>(content) { scope, ending in
        outcome.value = scope.takeOutcome(ending)
        ended.signal()
      }
      schedule(makeRun(on: queue, blocking: blocked, runsAsyncSteps: runsAsyncSteps), scope)
      ended.wait()
    }
    switch outcome.value {
    case .completed(let result): return UnsafeTransfer(result).value
    case .failed(let error): throw error
    case .cancelled, nil: throw CancellationError()
    }
  }

  private func makeRun(on queue: any FlowQueue, blocking blocked: BlockedQueue?, runsAsyncSteps: Bool) -> Run {
    let run = makeRun(on: queue, runsAsyncSteps: runsAsyncSteps)
    run.blocked = blocked
    run.surroundWithCaller()
    return run
  }
}

/// A variable that two threads use one after the other.
private final class Box<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
