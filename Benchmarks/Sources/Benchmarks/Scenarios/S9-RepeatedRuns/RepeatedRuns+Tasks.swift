import Dispatch

extension RepeatedRuns {
  /// A task for each run, which suspends for each step. The tasks prefer the queue as their executor, so that they resume there.
  static func continuations(_ steps: Int, _ timer: @escaping @Sendable (Stopwatch) -> RunTimer) -> Contender {
    .async("continuation per step, own executor") { size, stopwatch in
      let executor = QueueExecutor(.serial("work"))
      let timer = timer(stopwatch)
      timer.begin()
      let sum = await withTaskExecutorPreference(executor) {
        var sum = 0
        for run in 0..<size {
          timer.starting()
          let task = Task(executorPreference: executor) {
            await work(run, steps: steps, completingOn: executor.queue, timer)
          }
          sum &+= await task.value
        }
        return sum
      }
      timer.end()
      return sum
    }
  }

  /// A task for each run on Swift's pool, which suspends for each step, as most programs do.
  static func taskPerRun(_ steps: Int, _ timer: @escaping @Sendable (Stopwatch) -> RunTimer) -> Contender {
    .async("Task per run") { size, stopwatch in
      let queue = DispatchQueue.serial("work")
      let timer = timer(stopwatch)
      timer.begin()
      var sum = 0
      for run in 0..<size {
        timer.starting()
        let task = Task.detached { await work(run, steps: steps, completingOn: queue, timer) }
        sum &+= await task.value
      }
      timer.end()
      return sum
    }
  }

  private static func work(_ content: Int, steps: Int, completingOn queue: DispatchQueue, _ timer: RunTimer) async
    -> Int
  {
    var value = content
    for index in 0..<steps {
      timer.began(step: index)
      value = await AsynchronousChain.step(value, index: index, completingOn: queue)
    }
    return value
  }
}
