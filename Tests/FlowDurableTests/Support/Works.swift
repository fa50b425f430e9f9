import FlowDurable
import FlowState

/// The work of steps, which ends when the test says so, whether or not it is cancelled.
final class Works: Sendable {
  private struct State {
    var isOpen = false
    var begun: [String] = []
    var atWork: [String: Int] = [:]
    var most = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isCancelled = false
  }

  private let state = Locked(State())

  /// The keys of the visits whose work has begun, in order.
  var begun: [String] { state.withLock { $0.begun } }
  /// The largest number of works of one visit at the same time.
  var mostAtOnce: Int { state.withLock { $0.most } }
  /// Whether a work was cancelled.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func work(_ visit: DurableVisit) async -> String {
    let (key, attempt) = (visit.key, visit.attempt)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          state.begun.append(key)
          state.atWork[key, default: 0] += 1
          state.most = max(state.most, state.atWork[key] ?? 0)
          if !state.isOpen { state.waiting.append(continuation) }
          return state.isOpen
        }
        if isOpen { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.isCancelled = true }
    }
    state.withLock { $0.atWork[key, default: 1] -= 1 }
    return "attempt \(attempt)"
  }

  /// Ends all works.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
