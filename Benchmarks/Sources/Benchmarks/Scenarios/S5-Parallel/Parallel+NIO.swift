import NIOCore
import NIOPosix

extension Parallel {
  /// Eight chains spread over one loop per core, each made on its loop and completed by later turns of it.
  static let nio = Contender("NIO on the loop") { size, stopwatch in
    let begin = Gate(for: chains)
    let group = MultiThreadedEventLoopGroup.singleton
    let ends = (0..<chains).map { _ in
      let loop = group.next()
      return loop.flatSubmit {
        let promise = loop.makePromise(of: Int.self)
        begin.arrive { promise.succeed(0) }
        return AsynchronousChain.chain(of: size / chains, after: promise.futureResult) { value, index, promise in
          promise.futureResult.eventLoop.execute { promise.succeed(advance(value, by: index)) }
        }
      }
    }
    begin.waitForAll()
    stopwatch.start()
    begin.open()
    let values = try EventLoopFuture.whenAllSucceed(ends, on: group.any()).wait()
    stopwatch.stop()
    return values.reduce(0, &+)
  }
}
