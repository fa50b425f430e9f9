import OpenCombine

/// What a `Future` of OpenCombine gives to keep its promise by. Its type is not marked Sendable, though it may be called
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
