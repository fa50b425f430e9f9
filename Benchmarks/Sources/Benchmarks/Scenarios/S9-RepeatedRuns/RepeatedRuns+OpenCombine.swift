import Dispatch
import OpenCombine

extension RepeatedRuns {
  /// A publisher for each run, with a `Future` for each step in one `flatMap`; see S1 for why it is one.
  static func openCombine(_ steps: Int, _ timer: @escaping @Sendable (Stopwatch) -> RunTimer) -> Contender {
    Contender("OpenCombine") { size, stopwatch in
      let queue = DispatchQueue.serial("work")
      let (timer, answer) = (timer(stopwatch), Answer())
      let subscription: AnyCancellable = queue.sync {
        var sum = 0
        timer.begin()
        return (0..<size).publisher
          .flatMap(maxPublishers: .max(1)) { run in
            timer.starting()
            return publisher(of: run, steps, on: queue, timer)
          }
          .sink { _ in
            timer.end()
            answer.give(sum)
          } receiveValue: {
            sum &+= $0
          }
      }
      return withExtendedLifetime(subscription) { answer.wait() }
    }
  }

  private static func publisher(
    of run: Int, _ steps: Int, on queue: DispatchQueue, _ timer: RunTimer
  ) -> some Publisher<Int, Never> {
    var value = run
    return (0..<steps).publisher
      .flatMap(maxPublishers: .max(1)) { index in
        timer.began(step: index)
        let content = value
        return Future<Int, Never> { promise in
          let promise = Promise(promise)
          queue.async { promise.keep(advance(content, by: index)) }
        }
      }
      .map { next in
        value = next
        return next
      }
      .last()
  }
}
