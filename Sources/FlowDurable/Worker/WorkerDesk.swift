import FlowState
import Synchronization

/// The runs that a worker holds.
final class WorkerDesk: Sendable {
  private struct Held {
    let run: RunNumber
    let mail: AsyncStream<RunMail>.Continuation
    /// The number of messages that waited in the store when the desk looked last.
    var messages: Int
  }

  private struct State {
    /// By the number of the claim at this desk: a run whose lease was lost can come back before its work has ended.
    var held: [Int: Held] = [:]
    var claims = 0
    var isStopping = false
    var failure: StoreError?
    var hints: [AsyncStream<Void>.Continuation] = []
    /// Those who wait for a run to leave, and those who wait for all runs to leave.
    var waiting: [(forAll: Bool, CheckedContinuation<Void, Never>)] = []
    /// The alarm for the next heartbeat.
    var alarm: FlowAlarm?
  }

  private let settings: WorkerSettings
  private let state = Mutex(State())

  init(_ settings: WorkerSettings) {
    self.settings = settings
  }

  deinit {
    state.withLock { $0.alarm }?.cancel()
  }

  var count: Int { state.withLock { $0.held.count } }
  var isStopping: Bool { state.withLock { $0.isStopping || $0.failure != nil } }
  var failure: StoreError? { state.withLock { $0.failure } }

  /// Returns a stream with an element each time when a claim may find something. It ends when the worker stops.
  func hints() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    state.withLock { state in
      if state.isStopping { continuation.finish() } else { state.hints.append(continuation) }
    }
    continuation.yield()
    return stream
  }

  func hint() {
    for hints in state.withLock({ $0.hints }) { hints.yield() }
  }

  /// Begins to work for a run.
  func take(_ claimed: ClaimedRun, _ definition: DurableDefinition) {
    let (mail, continuation) = AsyncStream<RunMail>.makeStream()
    let (number, stops) = state.withLock { state in
      state.claims += 1
      state.held[state.claims] = Held(run: claimed.run, mail: continuation, messages: claimed.messages.count)
      return (state.claims, state.isStopping)
    }
    if stops { continuation.yield(.stops) }
    beatLater()
    Task { [settings] in
      let held = HeldRun(claimed, definition, settings, mail: mail) { continuation.yield($0) }
      do throws(StoreError) {
        try await held.work()
      } catch {
        if case .leaseLost(let run) = error { settings.report(.leaseLost(run)) } else { fail(error) }
      }
      leave(number)
    }
  }

  /// Stops the worker, because its store has failed for good.
  func fail(_ error: StoreError) {
    state.withLock { state in
      if state.failure == nil { state.failure = error }
    }
    stop()
    post(.leaves)
  }

  /// Stops the worker.
  func stop() {
    let hints = state.withLock { state in
      state.isStopping = true
      defer { state.hints = [] }
      return state.hints
    }
    for hints in hints { hints.finish() }
    post(.stops)
  }

  /// Tells all held runs.
  func post(_ letter: RunMail) {
    for held in state.withLock({ Array($0.held.values) }) { held.mail.yield(letter) }
  }

  /// Tells the runs for which messages have come. Without it, they would hear of them with their next record or heartbeat.
  func lookForMessages() async {
    for (number, held) in state.withLock({ $0.held }) {
      let before = held.run.rawValue > 1 ? RunNumber(rawValue: held.run.rawValue - 1) : nil
      guard let summary = try? await settings.store.runs(RunQuery(), after: before, limit: 1).first,
        summary.number == held.run, summary.waitingMessages != held.messages
      else { continue }
      state.withLock { $0.held[number]?.messages = summary.waitingMessages }
      if summary.waitingMessages > held.messages { held.mail.yield(.beat) }
    }
  }

  private func leave(_ number: Int) {
    let (waiting, alarm) = state.withLock { state in
      state.held[number]?.mail.finish()
      state.held[number] = nil
      let isEmpty = state.held.isEmpty
      let ready = state.waiting.filter { isEmpty || !$0.forAll }
      state.waiting.removeAll { isEmpty || !$0.forAll }
      defer { if isEmpty { state.alarm = nil } }
      return (ready, isEmpty ? state.alarm : nil)
    }
    alarm?.cancel()
    for (_, continuation) in waiting { continuation.resume() }
    hint()
  }

  /// Waits until a run leaves. Returns false at once if there is none.
  func waitForOneToLeave() async -> Bool {
    await wait(forAll: false)
  }

  /// Waits until there is no run.
  func waitForAllToLeave() async {
    _ = await wait(forAll: true)
  }

  private func wait(forAll: Bool) async -> Bool {
    if count == 0 { return false }
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if !state.held.isEmpty { state.waiting.append((forAll, continuation)) }
        return state.held.isEmpty
      }
      if isEmpty { continuation.resume() }
    }
    return true
  }

  /// Extends the leases each third of their time.
  private func beatLater() {
    let isDue = state.withLock { $0.alarm == nil && !$0.held.isEmpty }
    guard isDue else { return }
    let alarm = settings.clock.schedule(after: settings.lease / 3) { [weak self] in self?.beat() }
    let surplus: FlowAlarm? = state.withLock { state in
      if state.alarm != nil || state.held.isEmpty { return alarm }
      state.alarm = alarm
      return nil
    }
    surplus?.cancel()
  }

  private func beat() {
    state.withLock { $0.alarm = nil }
    post(.beat)
    beatLater()
  }
}
