/// Lines that wait to be written together, and the calls that wait for them. A value without a file.
struct JournalBatch {
  /// A call that waits, and what it returns.
  enum Waiter {
    case call(CheckedContinuation<StoreError?, Never>)
    case append(CheckedContinuation<Result<RunInbox, StoreError>, Never>, RunInbox)

    /// Lets the call go on.
    func resume(_ failure: StoreError?) {
      switch self {
      case .call(let continuation): continuation.resume(returning: failure)
      case .append(let continuation, let inbox):
        continuation.resume(returning: failure.map { .failure($0) } ?? .success(inbox))
      }
    }
  }

  /// The lines.
  private(set) var bytes: [UInt8] = []
  /// Whether the disk must have the lines before the calls go on.
  private(set) var needsSync = false
  /// The calls.
  private(set) var waiters: [Waiter] = []

  var isEmpty: Bool { bytes.isEmpty }

  mutating func add(_ line: [UInt8], needsSync: Bool) {
    bytes += line
    if needsSync { self.needsSync = true }
  }

  mutating func wait(_ waiter: Waiter) {
    waiters.append(waiter)
  }

  /// Empties the batch, and returns the calls.
  mutating func finish() -> [Waiter] {
    let waiters = waiters
    self.waiters = []
    bytes.removeAll(keepingCapacity: bytes.count < 1 << 20)
    needsSync = false
    return waiters
  }
}
