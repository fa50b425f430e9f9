import FlowDurable
import FlowState
import FlowStateTesting

/// Sends the messages and commands of a setup to the runs of a process, one after another.
final class CrashSender: Sendable {
  private struct State: Sendable {
    var sending: Task<Void, any Error>?
  }

  private let stage: CrashStage
  private let acts: [CrashAct]
  private let runs: [CrashRun]
  private let store: FileStore
  private let state = Locked(State())

  init(_ acts: [CrashAct], to runs: [CrashRun], of store: FileStore, on stage: CrashStage) {
    self.stage = stage
    self.acts = acts
    self.runs = runs
    self.store = store
  }

  /// The event that sends the next message or command; nil while one is being sent, and after the last one.
  var next: PendingEvents.Event? {
    let done = stage.state.withLock { $0.actsAcknowledged }
    guard acts.indices.contains(done), state.withLock({ $0.sending == nil }) else { return nil }
    let name = acts[done].name
    let occurrence = acts[...done].count { $0.name == name }
    return PendingEvents.Event(id: done + 1, name: name, occurrence: occurrence, ways: [], isOptional: false) {
      [self] _ in
      send(done)
    }
  }

  private func send(_ index: Int) {
    state.withLock { state in
      state.sending = Task(executorPreference: stage.queue) { [self] in
        let delivery = try await perform(acts[index])
        stage.state.withLock { state in
          state.actsAcknowledged = index + 1
          if case .tooLate? = delivery { state.actsRefused.insert(index) }
        }
      }
    }
  }

  /// Waits until the current message or command was sent. Returns false if none is being sent.
  ///
  /// - Throws: The error of the store that received it.
  func finish() async throws -> Bool {
    guard let sending = state.withLock({ $0.sending }) else { return false }
    defer { state.withLock { $0.sending = nil } }
    try await sending.value
    return true
  }

  /// Sends all messages and commands again that were acknowledged before a crash, to check that none was lost.
  ///
  /// - Returns: The first lost message or command; nil if none was lost.
  func firstLost() async throws -> CrashAct? {
    let (done, refused, process) = stage.state.withLock { ($0.actsAcknowledged, $0.actsRefused, $0.life) }
    guard process > 1 else { return nil }
    // An answer that was refused because its page wasn't open can be taken now: in any order, it can come before its page.
    for index in 0..<done where !refused.contains(index) {
      if case .delivered? = try await perform(acts[index]) { return acts[index] }
    }
    return nil
  }

  @discardableResult
  private func perform(_ act: CrashAct) async throws -> MessageDelivery? {
    stage.note("> \(act.name)")
    do {
      return try await act.perform(runs[act.run], store, act.key)
    } catch StoreError.runEnded {
      stage.note("  came after the end, and has no effect")
      return nil
    }
  }
}
