import FlowState
import Synchronization

/// A request that a run goes back, which can change until the run takes it on its queue.
///
/// So the run goes back once, to the last place that the user has chosen before.
final class ReturnRequest: Sendable {
  /// A place to which a run goes back.
  enum Place: Equatable {
    /// The latest earlier visit of the step with this name.
    case step(String)
    /// The place before the first visit.
    case beforeTheFirst
  }

  private struct State {
    var waiting: (place: Place, run: FlowRunID)?
    var takenCount = 0
  }

  private let state = Mutex(State())

  /// Whether the run hasn't taken the request.
  var isWaiting: Bool { state.withLock { $0.waiting != nil } }

  /// The number of requests that runs have taken.
  var takenCount: Int { state.withLock { $0.takenCount } }

  /// Replaces the request. For a page that has begun, doesn't if a run has taken the request since, because its way back is then under
  /// way.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - run: The run that takes the request. A run that this one has replaced can't take it.
  ///   - count: The number of requests that had been taken when the page began. If no other was taken since, the run shows another page
  ///     than the last one has asked for, because it has refused to go back. Nil if the user makes the request.
  /// - Returns: Whether the request is made.
  @discardableResult
  func set(_ place: Place, of run: FlowRunID, after count: Int? = nil) -> Bool {
    state.withLock { state in
      guard state.waiting != nil || count == nil || count == state.takenCount else { return false }
      state.waiting = (place, run)
      return true
    }
  }

  /// Takes the request back.
  func withdraw() { state.withLock { $0.waiting = nil } }

  /// Takes the request. Only one caller gets it.
  func take(in run: FlowRunID) -> Place? {
    state.withLock { state in
      guard let waiting = state.waiting, waiting.run == run else { return nil }
      state.waiting = nil
      state.takenCount += 1
      return waiting.place
    }
  }
}
