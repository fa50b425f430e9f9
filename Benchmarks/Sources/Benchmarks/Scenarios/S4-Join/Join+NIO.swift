import Dispatch
import NIOCore
import NIOPosix

extension Join {
  /// Each promise is kept by a later turn of the loop that waits for all.
  static let nio = Contender("NIO on the loop") { size, stopwatch in
    try join(size, stopwatch) { index, promise in
      promise.futureResult.eventLoop.execute { promise.succeed(index * index) }
    }
  }

  /// Each promise is kept on the global queue.
  static let nioFromDispatch = Contender("NIO from Dispatch") { size, stopwatch in
    try join(size, stopwatch) { index, promise in
      DispatchQueue.global().async { promise.succeed(index * index) }
    }
  }

  private static func join(
    _ size: Int, _ stopwatch: Stopwatch, work: @escaping @Sendable (Int, EventLoopPromise<Int>) -> Void
  ) throws -> Int {
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    return try loop.flatSubmit {
      stopwatch.start()
      let children = (0..<size).map { index in
        let promise = loop.makePromise(of: Int.self)
        work(index, promise)
        return promise.futureResult
      }
      return EventLoopFuture.whenAllSucceed(children, on: loop).map { results in
        stopwatch.stop()
        return results.reduce(0, +)
      }
    }.wait()
  }
}
