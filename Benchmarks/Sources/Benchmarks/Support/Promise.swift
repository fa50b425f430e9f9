import OpenCombine

/// The closure by which a `Future` of OpenCombine gets its result. Its type is not marked Sendable, though it may be called
/// from any thread: the future has a lock.
///
/// Guard of `@unchecked Sendable`: that lock.
struct Promise<Value>: @unchecked Sendable {
  private let promise: (Result<Value, Never>) -> Void

  init(_ promise: @escaping (Result<Value, Never>) -> Void) {
    self.promise = promise
  }

  func keep(_ value: Value) {
    promise(.success(value))
  }
}
