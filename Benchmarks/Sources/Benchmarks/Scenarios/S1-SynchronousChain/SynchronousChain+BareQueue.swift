import Dispatch

extension SynchronousChain {
  /// The cost of a block of its own for each step on a serial queue; S2's floor, for comparison.
  static let bareQueue = Contender("bare queue.async") { size, stopwatch in
    let queue = DispatchQueue.serial("bare")
    let answer = Answer()
    let steps = BareStep.chain(of: size)
    @Sendable func go(from index: Int, _ value: Int) {
      guard index < size else {
        stopwatch.stop()
        return answer.give(value)
      }
      let value = steps[index].run(value)
      queue.async { go(from: index + 1, value) }
    }
    queue.async {
      stopwatch.start()
      go(from: 0, 0)
    }
    return answer.wait()
  }
}
