import Dispatch

extension WaitingRuns {
  private typealias Continuation = UnsafeContinuation<Int, Never>

  /// A task for each run on Swift's pool.
  static let taskPerRun = Contender("Task per run") { size, stopwatch in
    let callbacks = WaitingCallbacks<Continuation>(size)
    return callbacks.measure(stopwatch) { run in
      Task.detached { await work(run, callbacks) }
    } callBack: { run, continuation in
      continuation.resume(returning: callback(run))
    }
  }

  /// A task for each run, with one serial queue as the executor of all.
  static let continuations = Contender("continuation per step, own executor") { size, stopwatch in
    let executor = QueueExecutor(.serial("runs"))
    let callbacks = WaitingCallbacks<Continuation>(size)
    return callbacks.measure(stopwatch) { run in
      Task.detached(executorPreference: executor) { await work(run, callbacks) }
    } callBack: { run, continuation in
      continuation.resume(returning: callback(run))
    }
  }

  private static func work(_ run: Int, _ callbacks: WaitingCallbacks<Continuation>) async {
    let value = first(run)
    let back = await withUnsafeContinuation { callbacks.wait(run, $0) }
    callbacks.end(with: last(value, called: back))
  }
}
