import Dispatch
import Synchronization

/// The callbacks that the runs wait for, by the number of the run.
final class WaitingCallbacks<Callback: Sendable>: Sendable {
  private let callbacks: Mutex<[Callback?]>
  private let arrived: Gate
  private let ended: Gate
  private let tally = Tally()
  private let size: Int

  init(_ size: Int) {
    self.size = size
    // The list isn't weighed.
    callbacks = Mutex(Array(repeating: nil, count: size))
    (arrived, ended) = (Gate(for: 1), Gate(for: 1))
  }

  private let waiting = Atomic<Int>(0)
  private let done = Atomic<Int>(0)

  /// Called by a run that waits.
  func wait(_ run: Int, _ callback: Callback) {
    callbacks.withLock { $0[run] = callback }
    if waiting.add(1, ordering: .acquiringAndReleasing).newValue == size { arrived.arrive() }
  }

  /// Called by a run that has ended.
  func end(with result: Int) {
    tally.add(result)
    if done.add(1, ordering: .acquiringAndReleasing).newValue == size { ended.arrive() }
  }

  /// Measures from the first start to the last end, and weighs while all runs wait.
  func measure(
    _ stopwatch: Stopwatch, start: (_ run: Int) -> Void,
    callBack: @escaping @Sendable (_ run: Int, _ callback: Callback) -> Void
  ) -> Int {
    let order = WaitingRuns.order(size)
    let queue = DispatchQueue.serial("callbacks")
    stopwatch.beginWeighing()
    stopwatch.start()
    for run in 0..<size { start(run) }
    arrived.waitForAll()
    stopwatch.endWeighing()
    queue.async {
      for run in order {
        guard let callback = self.callbacks.withLock({ $0[run].take() }) else { continue }
        callBack(run, callback)
      }
    }
    ended.waitForAll()
    stopwatch.stop()
    return tally.sum
  }
}
