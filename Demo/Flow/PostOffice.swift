import Synchronization

/// The world outside of a flow that is explored: it counts the letters, and survives the crashes of its senders.
final class PostOffice: Sendable {
  /// The maximum number of calls of a run. A run with more of them is considered endless.
  static let limit = 2_000

  private struct State {
    var letters: [String: Int] = [:]
    var calls = 0
    var end: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// The steps of the demo, which print nothing and send their letters here.
  var steps: FlowSteps {
    FlowSteps(
      say: { [self] _ in count() }, charge: { [self] _, _ in count() },
      mail: { [self] _, key in
        count()
        state.withLock { $0.letters[key, default: 0] += 1 }
      },
      load: { _ in throw ScreensBeside.Refusal(description: "an exploration loads nothing") })
  }

  /// Whether the run has called more often than it may.
  var isOverrun: Bool { state.withLock { $0.calls > Self.limit } }

  /// Counts the calls from zero again. Calls `end` once when there are too many.
  func count(until end: @escaping @Sendable () -> Void) {
    state.withLock { ($0.calls, $0.end) = (0, end) }
  }

  /// Returns the greatest number of letters of one of the visits with these keys.
  func letters(under keys: [String]) -> Int {
    state.withLock { state in keys.map { state.letters[$0] ?? 0 }.max() ?? 0 }
  }

  private func count() {
    let end = state.withLock { state in
      state.calls += 1
      return state.calls == Self.limit + 1 ? state.end : nil
    }
    end?()
  }
}
