import Dispatch

extension WaitingRuns {
  /// The floor: closures on one serial queue.
  static let bareQueue = Contender("bare queue.async") { size, stopwatch in
    let queue = DispatchQueue.serial("runs")
    let callbacks = WaitingCallbacks<@Sendable (Int) -> Void>(size)
    return callbacks.measure(stopwatch) { run in
      queue.async {
        let value = first(run)
        callbacks.wait(run) { back in
          queue.async { callbacks.end(with: last(value, called: back)) }
        }
      }
    } callBack: { run, callback in
      callback(WaitingRuns.callback(run))
    }
  }
}
