import Dispatch
import OpenCombine

extension Parallel {
  /// Eight chains, each on a queue of its own, as in S2.
  static let openCombine = Contender("OpenCombine") { size, stopwatch in
    let queues = (0..<chains).map { _ in DispatchQueue.serial("work") }
    let ended = Gate(for: chains)
    let tally = Tally()
    stopwatch.start()
    let subscriptions: [AnyCancellable] = queues.map { queue in
      queue.sync {
        var value = 0
        return (0..<size / chains).publisher
          .flatMap(maxPublishers: .max(1)) { index in
            let content = value
            return Future<Int, Never> { promise in
              let promise = Promise(promise)
              queue.async { promise.keep(advance(content, by: index)) }
            }
          }
          .sink { _ in
            tally.add(value)
            ended.arrive()
          } receiveValue: {
            value = $0
          }
      }
    }
    ended.waitForAll()
    stopwatch.stop()
    return withExtendedLifetime(subscriptions) { tally.sum }
  }
}
