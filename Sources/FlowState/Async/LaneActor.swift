/// The queue of a run as an actor, for async code of ours that uses what belongs to the run.
///
/// Each piece of such code between two suspensions is a message of the run's conductor, so it excludes the run's closures
/// like any of them. What it awaits executes where that belongs.
actor LaneActor: SerialExecutor {
  // The lane is only handed to its own conductor.
  private nonisolated let lane: Transfer<Lane>

  init(_ lane: Transfer<Lane>) {
    self.lane = lane
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

  nonisolated func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let lane = lane.value
    lane.run.conductor.postLater(
      Errand {
        lane.enter()
        job.runSynchronously(on: self.unownedExecutor)
      })
  }

  func perform(_ function: Transfer<nonisolated(nonsending) () async -> Void>) async {
    await function.value()
  }
}
