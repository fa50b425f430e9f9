import Synchronization

/// The work of one start of an async step: a task that the run waits for before it ends.
///
/// `@unchecked Sendable`: the event loop and the clock don't change, and `isCancelled` is atomic. The other fields belong to
/// the event loop. The function is set before the task begins, read only by the task, and removed after the task has ended.
final class AsyncWork: @unchecked Sendable {
  /// The work of the current task, or of the task that created it.
  @TaskLocal static var current: AsyncWork?

  let eventLoop: EventLoop
  /// The event loops of the runs around this one that are on other queues.
  private let eventLoopsAround: [EventLoop]
  let clock: any FlowClock
  private let cancellation = Atomic<Bool>(false)
  /// The lane of the step; nil after the work has ended.
  private var lane: Lane?
  private var function: (@Sendable () async -> Void)?
  /// Called on the queue when the task has ended and the function is released.
  private var ended: (() -> Void)?
  /// Stands for the task until it has ended. A test watches it, because the task itself lives a moment longer.
  private var presence: Presence?

  private final class Presence {}

  /// Creates the work of a step that starts in a lane.
  init(in lane: Lane) {
    self.lane = lane
    eventLoop = lane.run.eventLoop
    eventLoopsAround = lane.run.eventLoopsAround
    clock = lane.run.clock
    eventLoop.home.beginAsyncStep()
  }

  /// Whether a run on an event loop waits for this work: the run of the step, or one around it.
  func isInside(_ other: EventLoop) -> Bool { eventLoop === other || eventLoopsAround.contains { $0 === other } }

  /// The event loops of all runs that wait for this work.
  var eventLoops: [EventLoop] { [eventLoop] + eventLoopsAround }

  /// Whether the step was cancelled. You can read it on any thread.
  var isCancelled: Bool { cancellation.load(ordering: .acquiring) }

  /// Reports the task to the probe of a test.
  func register(with watch: any RunProbe, as name: String) {
    let presence = Presence()
    self.presence = presence
    watch.uses(presence, as: name)
  }

  /// Starts the task. The run doesn't end before the task has ended.
  ///
  /// - Parameters:
  ///   - isOnQueue: Whether the task executes in turns of the run's queue, even if async steps don't.
  ///   - function: The work of the task.
  ///   - ended: Called on the queue when the task has ended and the function is released.
  /// - Returns: A closure that cancels the task.
  @discardableResult
  func start(
    isOnQueue: Bool = false, _ function: @escaping @Sendable () async -> Void, ended: (() -> Void)? = nil
  ) -> @Sendable () -> Void {
    guard let lane else { return {} }
    self.function = function
    self.ended = ended
    lane.run.addDependent()
    let isInTurns = isOnQueue || eventLoop.runsAsyncSteps
    let executor: (any TaskExecutor)? = isInTurns ? LaneExecutor(lane) : eventLoop.home.asyncStepExecutor
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

  /// Ends the work when the task has ended. Releases the step's closures on the queue, before the run may end.
  private func end() {
    function = nil
    presence = nil
    let lane = lane.take()
    ended.take()?()
    lane?.run.removeDependent()
  }

  /// The run of the async step whose code the caller is, if the caller is on the queue of that run.
  static var runOnItsQueue: Run? {
    guard let current, current.eventLoop.queue.isCurrent else { return nil }
    return current.lane?.run
  }
}
