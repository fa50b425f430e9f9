import FlowJSON

/// Appending records to the store.
extension HeldRun {
  /// Appends records, and updates the course and the messages. The run stays with this worker unless a disposition is
  /// given.
  func append(_ records: [FlowRecord], then disposition: RunDisposition? = nil) async throws(StoreError) {
    var next = course
    do { for record in records { try next.apply(record) } } catch {
      throw .readOnly("A record of run \(claimed.run) can't be read again. \(error)")
    }
    var written = records
    if let place = snapshotPlace(records, next, disposition) {
      var before = course
      do { for record in records[..<place] { try before.apply(record) } } catch {}
      written.insert(before.snapshot, at: place)
    }
    let inbox: RunInbox
    do {
      inbox = try await send(written, disposition)
      if let place = snapshotPlace(records, next, disposition) { next.recordsSinceSnapshot = records.count - place }
    } catch {
      guard written.count > records.count, error.isAboutValue else { throw error }
      inbox = try await send(records, disposition)
      await report(.snapshotRefused(claimed.run, error))
      next.recordsSinceSnapshot = 0
    }
    course = next
    course.lastRecord = inbox.lastRecord
    course.latest = records.isEmpty ? course.latest : inbox.now
    if !records.isEmpty { attempt = 1 }
    now = inbox.now
    messages.remove(records.flatMap(\.taken))
    claimed.note(inbox)
    messages.take(from: &claimed)
    if let disposition, !disposition.isHold { isGone = true }
  }

  /// Returns the index of the snapshot among new records; nil if no snapshot is due.
  ///
  /// A snapshot has all visits. A run with thousands of visits writes one after proportionally more records, so that
  /// its journal doesn't consist of snapshots.
  func snapshotPlace(
    _ records: [FlowRecord], _ next: RunCourse, _ disposition: RunDisposition?
  ) -> Int? {
    guard !records.isEmpty, next.ended == nil else { return nil }
    let least = next.visits.count / 4
    guard case .wait? = disposition, case .waiting? = records.last?.body else {
      return next.recordsSinceSnapshot >= max(WorkerSettings.recordsPerSnapshot, least) ? records.count : nil
    }
    // The store sets the end of the wait in its record, so that record stays after the snapshot.
    return next.recordsSinceSnapshot >= max(WorkerSettings.recordsBeforeWait, least) ? records.count - 1 : nil
  }

  /// Appends records. If the store fails without a change, tries again until it succeeds or the worker no longer waits.
  func send(_ records: [FlowRecord], _ disposition: RunDisposition?) async throws(StoreError) -> RunInbox {
    while true {
      do throws(StoreError) {
        return try await settings.store.append(
          records, to: claimed, then: disposition ?? .hold(lease: settings.lease))
      } catch {
        guard error.isTemporary, !abandonment.hasCome else { throw error }
        await report(.storeFailed(error))
        await settings.wait(WorkerSettings.storeDelay)
      }
    }
  }
}

extension HeldRun {
  /// Appends records with a failure. If the store refuses the failure's text, records the store's reason instead.
  func append(
    failing failure: RecordedFailure, then disposition: RunDisposition? = nil,
    _ records: (RecordedFailure) -> [FlowRecord]
  ) async throws(StoreError) {
    do { try await append(records(failure), then: disposition) } catch {
      guard error.isAboutValue else { throw error }
      try await append(records(RecordedFailure(type: failure.type, text: "\(error)")), then: disposition)
    }
  }
}

extension StoreError {
  /// Whether the store has refused a value.
  var isAboutValue: Bool {
    switch self {
    case .tooLarge, .tooDeep, .unstorable: true
    default: false
    }
  }
}
