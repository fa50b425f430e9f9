import NIOCore
import NIOPosix

extension Cancel {
  /// Futures cannot be cancelled: whoever has their promises fails them, here on the loop, where that costs least.
  static let nio = Contender("NIO on the loop") { size, stopwatch in
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    return try loop.flatSubmit {
      let promises = (0..<size).map { _ in loop.makePromise(of: Int.self) }
      let end = EventLoopFuture.whenAllComplete(promises.map(\.futureResult), on: loop)
      stopwatch.start()
      for promise in promises { promise.fail(CancellationError()) }
      return end.map { results in
        stopwatch.stop()
        return results.count { (try? $0.get()) == nil }
      }
    }.wait()
  }
}
