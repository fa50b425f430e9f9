import Synchronization

/// The work of one start of an async step: a task of its own, which the run waits for before it ends.
///
/// Guard of `@unchecked Sendable`: the event loop and the clock are not changed, and `isCancelled` is atomic. The other
/// fields belong to the event loop; the function is set before the task begins, which alone reads it, and taken away after.
final class AsyncWork: @unchecked Sendable {
  /// The work that the caller's task does, or was made by.
  @TaskLocal static var current: AsyncWork?

  let eventLoop: EventLoop
  let clock: any FlowClock
  private let cancellation = Atomic<Bool>(false)
  /// Where the step is; nil when the work has ended.
  private var lane: Lane?
  private var function: (@Sendable () async -> Void)?

  /// Makes the work of a step that starts in a lane.
  init(in lane: Lane) {
    self.lane = lane
    eventLoop = lane.run.eventLoop
    clock = lane.run.clock
  }

  /// Whether the step was cancelled. Readable from any thread.
  var isCancelled: Bool { cancellation.load(ordering: .acquiring) }

  /// Starts the task; the run does not end before it has.
  ///
  /// - Parameters:
  ///   - isOnQueue: Whether it executes by turns of the run's queue, even if async steps do not.
  ///   - function: What the task does.
  /// - Returns: What cancels it.
  func start(isOnQueue: Bool = false, _ function: @escaping @Sendable () async -> Void) -> @Sendable () -> Void {
    guard let lane else { return {} }
    self.function = function
    lane.run.hold()
    let executor = isOnQueue || eventLoop.runsAsyncSteps ? LaneExecutor(lane) : nil
    let task = Task(executorPreference: executor) { await self.perform() }
    return {
      self.cancellation.store(true, ordering: .releasing)
      task.cancel()
    }
  }

  private func perform() async {
    await Self.$current.withValue(self) { await call() }
    eventLoop.postLater(ClosureMessage { self.end() })
  }

  private func call() async {
    guard let function else { return }
    await function()
  }

  /// The task has come to its end. What the step's closures refer to goes on the queue, and before the run may end.
  private func end() {
    function = nil
    lane.take()?.run.letGo()
  }

  /// The run that the caller is an async step's code of, if it executes on the queue of that run.
  static var runOnItsQueue: Run? {
    guard let current, current.eventLoop.queue.isCurrent else { return nil }
    return current.lane?.run
  }
}
