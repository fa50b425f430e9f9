/// The periodic work of a store, until it is closed.
final class Upkeep: Sendable {
  private let task = Locked<Task<Void, Never>?>(nil)

  /// Starts the work, after a random delay in each process.
  func begin(_ work: @escaping @Sendable () async -> Void) {
    let task = Task {
      var delay = Duration.seconds(Int.random(in: 5...300))
      while true {
        do { try await Task.sleep(for: delay) } catch { return }
        await work()
        delay = .seconds(600)
      }
    }
    self.task.withLock { $0 = task }
  }

  func end() {
    task.withLock { $0 }?.cancel()
  }
}
