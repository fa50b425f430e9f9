import Dispatch

extension RepeatedRuns {
  /// The floor: a block for each start and for each step.
  static func bareQueue(_ steps: Int, _ timer: @escaping @Sendable (Stopwatch) -> RunTimer) -> Contender {
    Contender("bare queue.async") { size, stopwatch in
      let queue = DispatchQueue.serial("work")
      let (timer, answer) = (timer(stopwatch), Answer())
      @Sendable func go(_ value: Int, step: Int, ended: @escaping @Sendable (Int) -> Void) {
        guard step < steps else { return ended(value) }
        timer.began(step: step)
        queue.async { go(advance(value, by: step), step: step + 1, ended: ended) }
      }
      @Sendable func start(_ run: Int, _ sum: Int) {
        guard run < size else {
          timer.end()
          return answer.give(sum)
        }
        timer.starting()
        queue.async {
          go(run, step: 0) { start(run + 1, sum &+ $0) }
        }
      }
      timer.begin()
      start(0, 0)
      return answer.wait()
    }
  }
}
