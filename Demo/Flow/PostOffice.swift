import Synchronization

/// The world outside of a flow that is explored: it counts the letters, and survives the crashes of its senders.
final class PostOffice: Sendable {
  private let letters = Mutex<[String: Int]>([:])

  /// The steps of the demo, which print nothing and send their letters here.
  var steps: FlowSteps {
    FlowSteps(
      say: { _ in }, charge: { _, _ in },
      mail: { [self] _, key in letters.withLock { $0[key, default: 0] += 1 } },
      load: { _ in throw ScreensBeside.Refusal(description: "an exploration loads nothing") })
  }

  /// Returns the greatest number of letters of one of the visits with these keys.
  func letters(under keys: [String]) -> Int {
    letters.withLock { letters in keys.map { letters[$0] ?? 0 }.max() ?? 0 }
  }
}
