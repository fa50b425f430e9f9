import Dispatch

extension Parallel {
  /// The floor: eight serial queues.
  static let bareQueues = Contender("bare queue.async") { size, stopwatch in
    let length = size / chains
    let ended = Gate(for: chains)
    let tally = Tally()
    let queues = (0..<chains).map { _ in DispatchQueue.serial("bare") }
    let steps = BareStep.chain(of: length)
    @Sendable func go(from index: Int, _ value: Int, on queue: DispatchQueue) {
      guard index < length else {
        tally.add(value)
        return ended.arrive()
      }
      let value = steps[index].run(value)
      queue.async { go(from: index + 1, value, on: queue) }
    }
    stopwatch.start()
    for queue in queues {
      queue.async { go(from: 0, 0, on: queue) }
    }
    ended.waitForAll()
    stopwatch.stop()
    return tally.sum
  }
}
