import Dispatch
import OpenCombine

extension Join {
  /// One `flatMap` without a limit: this is how OpenCombine, which has no `MergeMany`, merges as many as one likes.
  static let openCombine = Contender("OpenCombine") { size, stopwatch in
    let answer = Answer()
    stopwatch.start()
    let subscription = (0..<size).publisher
      .flatMap { index in
        Future<Int, Never> { promise in
          let promise = Promise(promise)
          DispatchQueue.global().async { promise.keep(index * index) }
        }
      }
      .reduce(0, +)
      .sink { sum in
        stopwatch.stop()
        answer.give(sum)
      }
    return withExtendedLifetime(subscription) { answer.wait() }
  }
}
