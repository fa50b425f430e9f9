import Dispatch
import OpenCombine

extension WaitingRuns {
  /// A `Future` for each run. Its promise is kept on the queue of the runs, because its users have to see to that.
  static let openCombine = Contender("OpenCombine") { size, stopwatch in
    let queue = DispatchQueue.serial("runs")
    let callbacks = WaitingCallbacks<Promise<Int>>(size)
    var subscriptions: [AnyCancellable] = []
    subscriptions.reserveCapacity(size)
    let sum = callbacks.measure(stopwatch) { run in
      subscriptions.append(
        queue.sync {
          Just(first(run))
            .flatMap { value in
              Future<Int, Never> { callbacks.wait(run, Promise($0)) }.map { last(value, called: $0) }
            }
            .sink { callbacks.end(with: $0) }
        })
    } callBack: { run, promise in
      queue.async { promise.keep(callback(run)) }
    }
    // The last subscription may still be at work on the queue.
    return queue.sync { withExtendedLifetime(subscriptions) { sum } }
  }
}
