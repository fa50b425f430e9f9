import NIOCore
import NIOPosix

extension SynchronousChain {
  /// `flatMap` on the loop's own thread, where no lock and no hop is needed. The chain exists before its promise is kept,
  /// and each step returns a future that is fulfilled already.
  static let nio = Contender("NIO on the loop") { size, stopwatch in
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    return try loop.flatSubmit {
      let promise = loop.makePromise(of: Int.self)
      let last = chain(of: size, after: promise.futureResult)
      last.whenComplete { _ in stopwatch.stop() }
      stopwatch.start()
      promise.succeed(0)
      return last
    }.wait()
  }

  static func chain(of size: Int, after first: EventLoopFuture<Int>) -> EventLoopFuture<Int> {
    let loop = first.eventLoop
    var future = first
    for index in 0..<size {
      future = future.flatMap { loop.makeSucceededFuture(advance($0, by: index)) }
    }
    return future
  }
}
