import NIOCore
import NIOPosix

extension RepeatedRuns {
  /// A chain of futures for each run, made on its loop. Later turns of the loop keep the promises.
  static func nio(_ steps: Int, _ timer: @escaping @Sendable (Stopwatch) -> RunTimer) -> Contender {
    Contender("NIO on the loop") { size, stopwatch in
      let loop = MultiThreadedEventLoopGroup.singleton.any()
      let (timer, answer) = (timer(stopwatch), Answer())
      @Sendable func start(_ run: Int, _ sum: Int) {
        guard run < size else {
          timer.end()
          return answer.give(sum)
        }
        timer.starting()
        loop.execute {
          let first = loop.makeSucceededFuture(run)
          AsynchronousChain.chain(of: steps, after: first) { value, index, promise in
            timer.began(step: index)
            loop.execute { promise.succeed(advance(value, by: index)) }
          }.whenSuccess { start(run + 1, sum &+ $0) }
        }
      }
      timer.begin()
      start(0, 0)
      return answer.wait()
    }
  }
}
