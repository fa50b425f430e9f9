import Dispatch
import Synchronization

/// A result that one thread gives and another waits for.
final class Answer: Sendable {
  private let value = Atomic<Int>(0)
  private let given = DispatchSemaphore(value: 0)

  func give(_ result: Int) {
    value.store(result, ordering: .releasing)
    given.signal()
  }

  /// Blocks the caller until the result is there.
  func wait() -> Int {
    given.wait()
    return value.load(ordering: .acquiring)
  }
}

/// Runs a task to its end, blocking the caller, which must not be a thread of the cooperative pool.
func blocking(_ body: @escaping @Sendable () async throws -> Int) throws -> Int {
  let ended = DispatchSemaphore(value: 0)
  let outcome = Mutex<Result<Int, any Error>?>(nil)
  Task.detached {
    let result: Result<Int, any Error>
    do {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    outcome.withLock { $0 = result }
    ended.signal()
  }
  ended.wait()
  guard let result = outcome.withLock({ $0 }) else { return 0 }
  return try result.get()
}
