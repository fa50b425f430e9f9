import Synchronization

extension Cancel {
  /// Child tasks that wait in a continuation with a cancellation handler: a sleep would leave timers behind.
  static let taskGroup = Contender.async("task group") { size, stopwatch in
    let underWay = Gate(for: size)
    let task = Task.detached {
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<size {
          group.addTask {
            await Parked().wait { underWay.arrive() }
            return Task.isCancelled ? 1 : 0
          }
        }
        return await group.reduce(0, +)
      }
    }
    await withUnsafeContinuation { continuation in
      underWay.whenAllArrived { continuation.resume() }
    }
    stopwatch.start()
    task.cancel()
    let count = await task.value
    stopwatch.stop()
    return count
  }

  /// A task that waits until it is cancelled.
  private final class Parked: Sendable {
    private enum State {
      case new, cancelled
      case waiting(UnsafeContinuation<Void, Never>)
    }

    private let state = Mutex(State.new)

    func wait(_ isWaiting: () -> Void) async {
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .waiting(continuation)
            return false
          }
          isWaiting()
          if isCancelled { continuation.resume() }
        }
      } onCancel: {
        let waiting = state.withLock { state in
          defer { state = .cancelled }
          if case .waiting(let continuation) = state { return continuation as UnsafeContinuation<Void, Never>? }
          return nil
        }
        waiting?.resume()
      }
    }
  }
}
