/// The task of an async step, and the executor that brings it onto the queue of its run.
///
/// Each piece of the task between two suspensions is a message of the run's conductor, so it excludes the run's other
/// closures like any of them.
///
/// Guard of `@unchecked Sendable`: the lane and the conductor are not changed; the other fields are confined to the conductor,
/// where the task executes too.
final class AsyncWork<Content, Result>: TaskExecutor, @unchecked Sendable {
  private let lane: Lane
  /// What the step starts; nil when it has ended.
  private var work: ((Content?) async throws -> Result?)?
  private var content: Content?
  private var handler: FlowStepHandler<Content, Result>?
  private var isCancelled = false

  init(_ work: @escaping (Content?) async throws -> Result?, _ content: Content?, in lane: Lane) {
    self.work = work
    self.content = content
    self.lane = lane
  }

  /// Starts the task and returns the handler by which it reports. The run does not end before the task has.
  func begin() -> FlowStepHandler<Content, Result> {
    let handler = FlowStepHandler<Content, Result>()
    self.handler = handler
    lane.run.hold()
    let task = Task(executorPreference: self) { await self.perform() }
    handler.interruption = {
      self.isCancelled = true
      task.cancel()
    }
    return handler
  }

  func enqueue(_ job: consuming ExecutorJob) {
    lane.run.conductor.postLater(Job(UnownedJob(job), of: self))
  }

  private func perform() async {
    await report()
    // The step's closures are let go of before the run may end.
    work = nil
    content = nil
    handler = nil
    lane.run.conductor.postLater(Errand { self.lane.run.letGo() })
  }

  private func report() async {
    guard let work, let handler else { return }
    do {
      handler.complete(Transfer(try await work(content.take())).value)
    } catch is CancellationError where isCancelled {
      // The step has been told already.
    } catch {
      handler.fail(error)
    }
  }

  /// A piece of the task that can execute now.
  private final class Job: Message {
    private let job: UnownedJob
    private let work: AsyncWork

    init(_ job: UnownedJob, of work: AsyncWork) {
      self.job = job
      self.work = work
    }

    override func deliver() {
      work.lane.run.conductor.enter(work.lane)
      job.runSynchronously(on: work.asUnownedTaskExecutor())
    }
  }
}
