/// The lines that are written together next, and the calls that wait for them. A value without a file.
struct JournalBatch {
  /// A waiting call, with its result.
  enum Waiter {
    case call(CheckedContinuation<StoreError?, Never>)
    case append(CheckedContinuation<Result<RunInbox, StoreError>, Never>, RunInbox)

    /// Resumes the call.
    func resume(_ failure: StoreError?) {
      switch self {
      case .call(let continuation): continuation.resume(returning: failure)
      case .append(let continuation, let inbox):
        continuation.resume(returning: failure.map { .failure($0) } ?? .success(inbox))
      }
    }
  }

  /// The bytes of the lines.
  private(set) var bytes: [UInt8] = []
  /// Whether the lines must be on disk before the calls resume.
  private(set) var needsSync = false
  /// The waiting calls.
  private(set) var waiters: [Waiter] = []

  var isEmpty: Bool { bytes.isEmpty }

  mutating func add(_ line: [UInt8], needsSync: Bool) {
    bytes += line
    if needsSync { self.needsSync = true }
  }

  mutating func wait(_ waiter: Waiter) {
    waiters.append(waiter)
  }

  /// Empties the batch, and returns the waiting calls.
  mutating func finish() -> [Waiter] {
    let waiters = waiters
    self.waiters = []
    bytes.removeAll(keepingCapacity: bytes.count < 1 << 20)
    needsSync = false
    return waiters
  }
}
