import Dispatch
import OpenCombine
import OpenCombineDispatch

extension Wrapped {
  /// The operators of the same names, in one `flatMap`; `Deferred`, so that a further attempt works anew.
  static let openCombine = Contender("OpenCombine") { size, stopwatch in
    let queue = DispatchQueue.serial("work")
    let observer = Tally()
    let answer = Answer()
    let subscription: AnyCancellable = queue.sync {
      var value = 0
      stopwatch.start()
      return (0..<size).publisher
        .setFailureType(to: TimedOut.self)
        .flatMap(maxPublishers: .max(1)) { index in step(value, index: index, on: queue, observer) }
        .sink { _ in
          stopwatch.stop()
          answer.give(observer.sum == 2 * size ? value : -1)
        } receiveValue: {
          value = $0
        }
    }
    return withExtendedLifetime(subscription) { answer.wait() }
  }

  private struct TimedOut: Error {}

  private static func step(
    _ value: Int, index: Int, on queue: DispatchQueue, _ observer: Tally
  ) -> some Publisher<Int, TimedOut> {
    Deferred {
      Future<Int, Never> { promise in
        let promise = Promise(promise)
        queue.async { promise.keep(advance(value, by: index)) }
      }
    }
    .setFailureType(to: TimedOut.self)
    .timeout(.seconds(seconds), scheduler: queue.ocombine) { TimedOut() }
    .retry(attempts - 1)
    .handleEvents(
      receiveSubscription: { _ in observer.add(1) },
      receiveCompletion: { _ in observer.add(1) })
  }
}
