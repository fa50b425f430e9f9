import Dispatch
import OpenCombine

extension AsynchronousChain {
  /// A `Future` for each step in one `flatMap` that works on one at a time; see S1 for why it is one.
  static let openCombine = Contender("OpenCombine") { size, stopwatch in
    let queue = DispatchQueue.serial("work")
    return chain(of: size, on: queue, stopwatch) { value, index in
      Future<Int, Never> { promise in
        let promise = Promise(promise)
        queue.async { promise.keep(advance(value, by: index)) }
      }
    }
  }

  /// The value comes from a second queue and is received on the first.
  static let openCombineFromSecondQueue = Contender("OpenCombine") { size, stopwatch in
    let (queue, other) = (DispatchQueue.serial("home"), DispatchQueue.serial("work"))
    return chain(of: size, on: queue, stopwatch) { value, index in
      Future<Int, Never> { promise in
        let promise = Promise(promise)
        other.async {
          let value = advance(value, by: index)
          queue.async { promise.keep(value) }
        }
      }
    }
  }

  private static func chain(
    of size: Int, on queue: DispatchQueue, _ stopwatch: Stopwatch,
    step: @escaping @Sendable (Int, Int) -> Future<Int, Never>
  ) -> Int {
    let answer = Answer()
    let subscription: AnyCancellable = queue.sync {
      var value = 0
      stopwatch.start()
      return (0..<size).publisher
        .flatMap(maxPublishers: .max(1)) { step(value, $0) }
        .sink { _ in
          stopwatch.stop()
          answer.give(value)
        } receiveValue: {
          value = $0
        }
    }
    return withExtendedLifetime(subscription) { answer.wait() }
  }
}
