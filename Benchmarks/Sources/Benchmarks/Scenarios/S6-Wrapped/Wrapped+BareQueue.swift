import Dispatch
import Synchronization

extension Wrapped {
  /// The floor, without any error handling beyond what is measured: a delayed block as the timer, which finds that it is too
  /// late, a count of attempts, and a call of the observer before and after each step.
  static let bareQueue = Contender("bare queue.async") { size, stopwatch in
    let queue = DispatchQueue.serial("bare")
    let answer = Answer()
    let observer = Tally()
    @Sendable func go(from index: Int, _ value: Int, attempt: Int) {
      guard index < size else {
        stopwatch.stop()
        return answer.give(observer.sum == 2 * size ? value : -1)
      }
      observer.add(1)
      let race = Race()
      queue.asyncAfter(deadline: .now() + .seconds(seconds)) {
        guard race.win() else { return }
        if attempt < attempts { go(from: index, value, attempt: attempt + 1) } else { answer.give(-1) }
      }
      queue.async {
        guard race.win() else { return }
        observer.add(1)
        go(from: index + 1, advance(value, by: index), attempt: 1)
      }
    }
    queue.async {
      stopwatch.start()
      go(from: 0, 0, attempt: 1)
    }
    return answer.wait()
  }

  /// The step and its timer, of which one comes first.
  private final class Race: Sendable {
    private let isOver = Atomic<Bool>(false)

    func win() -> Bool {
      !isOver.exchange(true, ordering: .relaxed)
    }
  }
}
