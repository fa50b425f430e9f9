import Dispatch
import NIOCore
import NIOPosix

extension AsynchronousChain {
  /// A promise for each step, kept by a later turn of the loop that the chain is on: no lock, no system call.
  static let nio = Contender("NIO on the loop") { size, stopwatch in
    try chain(of: size, stopwatch) { value, index, promise in
      promise.futureResult.eventLoop.execute { promise.succeed(advance(value, by: index)) }
    }
  }

  /// A promise for each step, kept from a Dispatch queue: the loop has to be woken each time.
  static let nioFromDispatch = Contender("NIO from Dispatch") { size, stopwatch in
    let queue = DispatchQueue.serial("work")
    return try chain(of: size, stopwatch) { value, index, promise in
      queue.async { promise.succeed(advance(value, by: index)) }
    }
  }

  private static func chain(
    of size: Int, _ stopwatch: Stopwatch, work: @escaping @Sendable (Int, Int, EventLoopPromise<Int>) -> Void
  ) throws -> Int {
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    return try loop.flatSubmit {
      let promise = loop.makePromise(of: Int.self)
      let last = chain(of: size, after: promise.futureResult, work: work)
      last.whenComplete { _ in stopwatch.stop() }
      stopwatch.start()
      promise.succeed(0)
      return last
    }.wait()
  }

  static func chain(
    of size: Int, after first: EventLoopFuture<Int>, work: @escaping @Sendable (Int, Int, EventLoopPromise<Int>) -> Void
  ) -> EventLoopFuture<Int> {
    let loop = first.eventLoop
    var future = first
    for index in 0..<size {
      future = future.flatMap { value in
        let promise = loop.makePromise(of: Int.self)
        work(value, index, promise)
        return promise.futureResult
      }
    }
    return future
  }
}
