import Dispatch
import Synchronization

/// Blocks this thread until asynchronous work ends. Call it only on the main thread, which belongs to no pool.
func blocking<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
  let outcome = Outcome<Value>()
  Task {
    do {
      outcome.set(.success(try await work()))
    } catch {
      outcome.set(.failure(error))
    }
  }
  return try outcome.wait().get()
}

/// The outcome of asynchronous work. A thread can wait for it.
private final class Outcome<Value: Sendable>: Sendable {
  private let value = Mutex<Result<Value, any Error>?>(nil)
  private let isSet = DispatchSemaphore(value: 0)

  func set(_ result: Result<Value, any Error>) {
    value.withLock { $0 = result }
    isSet.signal()
  }

  func wait() -> Result<Value, any Error> {
    while true {
      if let result = value.withLock({ $0 }) { return result }
      isSet.wait()
    }
  }
}
