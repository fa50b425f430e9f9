/// Executes a task, and the functions and child tasks that it awaits, by turns of a run's queue.
///
/// Guard of `@unchecked Sendable`: the lane is only handed to its own conductor.
final class LaneExecutor: TaskExecutor, @unchecked Sendable {
  private let lane: Lane

  init(_ lane: Lane) {
    self.lane = lane
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lane.run.conductor.postLater(
      Errand { [self] in
        lane.enter()
        job.runSynchronously(on: asUnownedTaskExecutor())
      })
  }
}
