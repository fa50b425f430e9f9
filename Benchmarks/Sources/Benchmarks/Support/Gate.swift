import Dispatch
import Synchronization

/// Holds a number of arrivals back until all are there and the gate is opened.
final class Gate: Sendable {
  private let waiting = Mutex<[@Sendable () -> Void]>([])
  private let arrivals = DispatchGroup()

  init(for count: Int) {
    for _ in 0..<count { arrivals.enter() }
  }

  /// Arrives, from any thread; `proceed` is called when the gate is opened.
  func arrive(_ proceed: @escaping @Sendable () -> Void = {}) {
    waiting.withLock { $0.append(proceed) }
    arrivals.leave()
  }

  /// Blocks the caller until all have arrived.
  func waitForAll() {
    arrivals.wait()
  }

  /// Calls `body` when all have arrived, for those who must not block.
  func whenAllArrived(_ body: @escaping @Sendable () -> Void) {
    arrivals.notify(queue: .global(), execute: body)
  }

  func open() {
    for proceed in waiting.withLock({ $0 }) { proceed() }
    waiting.withLock { $0 = [] }
  }
}
