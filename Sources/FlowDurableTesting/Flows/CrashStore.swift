import FlowDurable
import FlowState

/// The store of a process, which notes on its stage the appended records that a snapshot can remove later.
struct CrashStore: ForwardingStore {
  let store: any FlowStore
  let stage: CrashStage

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    // Note them before they are written, because the process can crash after that and before the call returns.
    let isInterrupted = records.contains(where: \.isInterruption)
    stage.state.withLock { state in
      state.appends += 1
      if isInterrupted { state.interrupted.insert(run.run) }
    }
    return try await store.append(records, to: run, then: disposition)
  }
}

extension FlowRecord {
  /// Whether a step has failed because it may run only once.
  fileprivate var isInterruption: Bool {
    guard case .settled(let settled) = body else { return false }
    return settled.failure?.type == "StepInterrupted"
  }
}
