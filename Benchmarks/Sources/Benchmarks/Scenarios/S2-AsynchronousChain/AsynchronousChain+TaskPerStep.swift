extension AsynchronousChain {
  /// A detached task for each step: its work is asynchronous to the chain by itself, without a queue.
  static let taskPerStep = Contender("Task per step", SynchronousChain.taskPerStep.sample)
}
