/// Executes a task, and the functions and child tasks that it awaits, in turns of a run's queue.
///
/// `@unchecked Sendable`: only the lane's event loop uses the lane.
final class LaneExecutor: TaskExecutor, @unchecked Sendable {
  private let lane: Lane

  init(_ lane: Lane) {
    self.lane = lane
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lane.run.eventLoop.postLater(
      ClosureMessage { [self] in
        lane.makeCurrent()
        job.runSynchronously(on: asUnownedTaskExecutor())
      })
  }
}
