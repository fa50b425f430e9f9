import Dispatch

extension Flow {
  /// Runs the flow and returns what it yields.
  ///
  /// Can be called from any actor or task; the run executes on the flow's queue. Cancelling the task cancels the run.
  ///
  /// - Parameter content: What the run is started with.
  /// - Returns: The result that the flow's scope held when the run came to rest.
  /// - Throws: A ``FlowError`` that names the step which failed; `CancellationError` if the run was cancelled.
  public func run(_ content: sending Content? = nil) async throws -> sending Result? {
    let content = UnsafeTransfer(content)
    let run = UnsafeTransfer(makeRun(on: queue ?? DispatchFlowQueue()))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        schedule(run.value, content.value) { outcome in
          switch outcome {
          case .completed(let result): continuation.resume(returning: UnsafeTransfer(result).value)
          case .failed(let error): continuation.resume(throwing: error)
          case .cancelled: continuation.resume(throwing: CancellationError())
          }
        }
      }
    } onCancel: {
      run.value.cancelByTurn()
    }
  }

  /// Starts a run and tells how it ended.
  ///
  /// Can be called from any thread; the run begins after this has returned, or on another thread.
  ///
  /// - Parameters:
  ///   - content: What the run is started with.
  ///   - keepingEvents: Whether ``FlowRun/events`` is to begin with the first event.
  ///   - completion: Receives the outcome, once, on the run's queue. No step, handler or closure of the run is alive then.
  /// - Returns: The run, by which it can be cancelled.
  @discardableResult
  public func start(
    _ content: sending Content? = nil, keepingEvents: Bool = false,
    completion: @escaping @Sendable (_ outcome: sending FlowOutcome<Result>) -> Void = { _ in }
  ) -> FlowRun {
    let run = makeRun(on: queue ?? DispatchFlowQueue())
    var kept: AsyncStream<FlowEvent>?
    if keepingEvents {
      let (feed, events) = EventFeed.make(for: run.id)
      run.addObserver(feed)
      kept = events
    }
    schedule(run, content) { outcome in
      completion(UnsafeTransfer(outcome).value)
    }
    return FlowRun(run, keptEvents: kept)
  }

  /// Runs the flow and blocks the calling thread until it has ended: for scripts.
  ///
  /// The calling thread performs the closures of the run itself, on the flow's queue, unless that is the main queue. So
  /// however many threads wait for runs, each of those goes on. Work that asks for a thread of its own meanwhile, a delay or an
  /// async function for instance, needs one that does not wait.
  ///
  /// Works on the main thread too, for a flow that runs on another queue. What needs the main thread has no chance then: a
  /// nested flow on the main queue traps, but main-actor code that an async step awaits, or a callback that comes there, waits
  /// for ever. Must not be called on the flow's own queue, which it would block for ever; it traps there. A queue that is played
  /// by hand has to be played by another thread meanwhile.
  ///
  /// - Parameter content: What the run is started with.
  /// - Returns: The result that the flow's scope held when the run came to rest.
  /// - Throws: A ``FlowError`` that names the step which failed; `CancellationError` if the run was cancelled.
  public func runAndWait(_ content: sending Content? = nil) throws -> sending Result? {
    let queue = queue ?? DispatchFlowQueue()
    requireUse(
      !queue.isCurrent,
      "runAndWait was called on the queue that flow '\(identifier)' runs on, where it would wait for itself. Use run or start."
    )
    let blocked = BlockedQueue.all(ifCallerWaitsFor: identifier)
    blocked?.preconditionFree(queue, for: identifier)
    let outcome = Box<FlowOutcome<Result>?>(nil)
    // Swift has one thread per core for all tasks. If this is one of them, nothing that the run waits for may need another.
    let runsAsyncSteps = withUnsafeCurrentTask { $0 != nil }
    // The main queue has a thread of its own.
    if let queue = queue as? DispatchFlowQueue, queue.identity != DispatchFlowQueue.main.identity {
      let attended = AttendedQueue(queue)
      schedule(makeRun(on: attended, blocking: blocked, runsAsyncSteps: runsAsyncSteps), content) {
        outcome.value = $0
        attended.end()
      }
      attended.attend()
    } else {
      let ended = DispatchSemaphore(value: 0)
      schedule(makeRun(on: queue, blocking: blocked, runsAsyncSteps: runsAsyncSteps), content) {
        outcome.value = $0
        ended.signal()
      }
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
