import NIOCore
import NIOPosix

extension WholeRun {
  /// As in S1, on the loop's thread; the futures are gone when the turn of the loop is over that makes them.
  static let nio = Contender("NIO on the loop") { size, stopwatch in
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    stopwatch.start()
    let value = try loop.flatSubmit {
      let promise = loop.makePromise(of: Int.self)
      let last = SynchronousChain.chain(of: size, after: promise.futureResult)
      promise.succeed(0)
      return last
    }.wait()
    stopwatch.stop()
    return value
  }
}
