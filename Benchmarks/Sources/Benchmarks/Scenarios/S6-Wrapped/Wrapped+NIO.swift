import NIOCore
import NIOPosix

extension Wrapped {
  /// A scheduled task of the loop as the timer, which costs no system call, and `flatMapError` for further attempts.
  static let nio = Contender("NIO on the loop") { size, stopwatch in
    let loop = MultiThreadedEventLoopGroup.singleton.any()
    let observer = Tally()
    let value = try loop.flatSubmit {
      let promise = loop.makePromise(of: Int.self)
      var last = promise.futureResult
      for index in 0..<size {
        last = last.flatMap { value in
          observer.add(1)
          let attempts = attempt(1, on: loop) { step(value, index: index, on: loop) }
          attempts.whenComplete { _ in observer.add(1) }
          return attempts
        }
      }
      last.whenComplete { _ in stopwatch.stop() }
      stopwatch.start()
      promise.succeed(0)
      return last
    }.wait()
    return observer.sum == 2 * size ? value : -1
  }

  private struct TimedOut: Error {}

  private static func step(_ value: Int, index: Int, on loop: any EventLoop) -> EventLoopFuture<Int> {
    let promise = loop.makePromise(of: Int.self)
    let timer = loop.scheduleTask(in: .seconds(Int64(seconds))) { promise.fail(TimedOut()) }
    loop.execute {
      timer.cancel()
      promise.succeed(advance(value, by: index))
    }
    return promise.futureResult
  }

  private static func attempt(
    _ number: Int, on loop: any EventLoop, _ body: @escaping @Sendable () -> EventLoopFuture<Int>
  ) -> EventLoopFuture<Int> {
    body().flatMapError { error in
      number < attempts ? attempt(number + 1, on: loop, body) : loop.makeFailedFuture(error)
    }
  }
}
