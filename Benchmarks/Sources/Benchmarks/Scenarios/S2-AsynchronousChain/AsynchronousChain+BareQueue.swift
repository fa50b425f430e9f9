import Dispatch

extension AsynchronousChain {
  /// The floor: a block for each step on one serial queue.
  static let bareQueue = Contender("bare queue.async", SynchronousChain.bareQueue.sample)

  /// The floor of the second scenario: a block there and a block back for each step.
  static let bareTwoQueues = Contender("bare queue.async") { size, stopwatch in
    let (home, other) = (DispatchQueue.serial("home"), DispatchQueue.serial("other"))
    let answer = Answer()
    @Sendable func go(from index: Int, _ value: Int) {
      guard index < size else {
        stopwatch.stop()
        return answer.give(value)
      }
      other.async {
        let value = advance(value, by: index)
        home.async { go(from: index + 1, value) }
      }
    }
    home.async {
      stopwatch.start()
      go(from: 0, 0)
    }
    return answer.wait()
  }
}
