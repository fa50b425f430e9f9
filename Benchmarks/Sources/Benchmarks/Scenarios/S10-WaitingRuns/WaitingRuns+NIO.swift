import NIOCore
import NIOPosix

extension WaitingRuns {
  /// A promise for each run. The callbacks keep the promises from another thread.
  static let nio = Contender("NIO on the loop") { size, stopwatch in
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    let callbacks = WaitingCallbacks<EventLoopPromise<Int>>(size)
    return callbacks.measure(stopwatch) { run in
      loop.execute {
        loop.makeSucceededFuture(first(run)).flatMap { value in
          let promise = loop.makePromise(of: Int.self)
          callbacks.wait(run, promise)
          return promise.futureResult.map { last(value, called: $0) }
        }.whenSuccess { callbacks.end(with: $0) }
      }
    } callBack: { run, promise in
      promise.succeed(callback(run))
    }
  }
}
