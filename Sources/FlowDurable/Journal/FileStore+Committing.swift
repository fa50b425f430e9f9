import FlowJSON
import FlowState

extension FileStore {
  /// The number of unsynced bytes after which a journal syncs even without `.power`. Damage in the unsynced part looks
  /// like a torn end.
  private static let lazySync = 1 << 20

  /// Adds a line for a transaction, and applies it. It isn't acknowledged until ``commit()`` returns.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - objects: The members of its records or of its message.
  ///   - needsSync: Whether the line must be on disk before the call returns.
  /// - Throws: ``StoreError/tooLarge(value:bytes:limit:)`` or ``StoreError/tooDeep(value:limit:)``.
  func enqueue(
    _ transaction: StoreTransaction, _ objects: [JSONObject], needsSync: Bool = true
  ) throws(StoreError) {
    let text = transaction.json(objects).utf8(.compact)
    if RecordText.isDeep(text) {
      throw .tooDeep(value: "A value of run \(transaction.runs)", limit: RecordText.deepest)
    }
    try enqueue(transaction, text, count: max(objects.count, transaction.messageCount), needsSync: needsSync)
  }

  /// Adds a line with existing JSON, and applies its transaction.
  func enqueue(
    _ transaction: StoreTransaction, _ text: [UInt8], count: Int, needsSync: Bool = true
  ) throws(StoreError) {
    guard text.count <= RecordText.largestAppend else {
      throw .tooLarge(value: "An append to run \(transaction.runs)", bytes: text.count, limit: RecordText.largestAppend)
    }
    let (offset, length) = add(text, needsSync: needsSync)
    do throws(StoreState<JournalPlace>.Contradiction) {
      try state.apply(transaction, at: JournalPlace.all(offset: offset, length: length, count: count))
    } catch {
      // The state itself decided the transaction, so it can be applied.
      trap("A FileStore contradicts itself.")
    }
  }

  /// Adds a line that doesn't change the state.
  func enqueueNote(_ note: JSONObject, needsSync: Bool) {
    _ = add(JSONValue.object(note).utf8(.compact), needsSync: needsSync)
  }

  private func add(_ text: [UInt8], needsSync: Bool) -> (offset: Int, length: Int) {
    guard let end = journal?.end, let line = journal?.line(text) else {
      trap("A FileStore wrote after it was closed.")
    }
    let offset = end + batch.bytes.count
    batch.add(line, needsSync: needsSync)
    return (offset, line.count)
  }

  /// Waits until everything so far is as durable as it must be.
  func commit() async throws(StoreError) {
    let failure = await withCheckedContinuation { continuation in
      // A task with an executor preference may arrive here in a later turn than its line, after the line was written or
      // lost.
      guard !batch.isEmpty else { return continuation.resume(returning: loss) }
      commit(.call(continuation))
    }
    if let failure { throw failure }
  }

  /// Resumes a call when everything so far is as durable as it must be.
  ///
  /// The batch is written after the waiting jobs, and after the calls that are about to arrive. They add to the batch,
  /// so that one sync serves them all.
  func commit(_ waiter: JournalBatch.Waiter) {
    batch.wait(waiter)
    guard !full.isWaiting else { return }
    if let wait, group.isComplete(calls: batch.waiters.count) { return endWait(wait) }
    guard !isCommitDue else { return }
    isCommitDue = true
    executor.afterWaitingJobs { self.assumeIsolated { $0.writeOrWait() } }
  }

  /// Writes the batch, or waits for more calls first.
  private func writeOrWait() {
    guard batch.needsSync, safety == .power, let delay = group.wait(calls: batch.waiters.count) else {
      return writeBatch()
    }
    waits += 1
    wait = waits
    executor.after(delay) { [wait = waits] in self.assumeIsolated { $0.endWait(wait) } }
  }

  private func endWait(_ number: Int) {
    guard wait == number else { return }
    wait = nil
    group.hasWaited(calls: batch.waiters.count)
    executor.afterWaitingJobs { self.assumeIsolated { $0.writeBatch() } }
  }

  /// The reason why added lines may be lost; nil if all were written.
  private var loss: StoreError? {
    if case .closed? = failure { nil } else { failure }
  }

  /// Writes the batch, and resumes its calls.
  private func writeBatch() {
    isCommitDue = false
    guard var journal, !batch.isEmpty else { return }
    let start = executor.now
    do throws(FileFailure) {
      try journal.file.write(batch.bytes, at: journal.end)
    } catch {
      return writeFailed(error, journal)
    }
    journal.end += batch.bytes.count
    let isLate = journal.end - journal.synced > Self.lazySync
    var end = start
    if batch.needsSync, safety == .power || isLate {
      do throws(FileFailure) {
        try journal.file.sync()
      } catch {
        return breakDown(error)
      }
      journal.synced = journal.end
      end = executor.now
    }
    let arrived = arrivals.withLock { $0.count }
    group.wrote(calls: batch.waiters.count, arrived: arrived, sync: end - start)
    self.journal = journal
    if full.succeeded() { observer(.recovered(file: path)) }
    for waiter in batch.finish() { waiter.resume(nil) }
    removeTakenCommands()
    compactIfNeeded()
  }

  private func writeFailed(_ failure: FileFailure, _ journal: JournalFile) {
    guard failure.isFull else { return breakDown(failure) }
    do throws(FileFailure) {
      // Part of the batch may have been written. It would look like a torn end, but nothing may follow it later.
      try journal.file.truncate(to: journal.end)
    } catch {
      return breakDown(error)
    }
    let delay = full.failed(failure.code)
    full.alarm = schedule(after: delay) { $0.tryAgain() }
    observer(.full(file: path, waiting: batch.bytes.count, retryAfter: delay))
  }

  private func tryAgain() {
    full.alarm = nil
    guard !isCommitDue else { return }
    writeBatch()
  }

  func breakDown(_ failure: FileFailure) {
    observer(.broken(file: path, reason: failure.reason))
    end(.broken(file: path, reason: failure.reason))
  }
}

extension StoreTransaction {
  /// The numbers of the runs, for an error.
  fileprivate var runs: String {
    switch self {
    case .add(let run, _, _, _), .append(let run, _, _, _), .send(let run, _, _): String(run)
    case .open: "none"
    case .claim(let runs, _, _, _), .forget(let runs, _): runs.map { String($0) }.joined(separator: ", ")
    }
  }

  /// The number of messages in the transaction's line.
  fileprivate var messageCount: Int {
    if case .send = self { 1 } else { 0 }
  }
}
