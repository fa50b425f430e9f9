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

  private let place = Mutex<Place?>(nil)

  /// Whether the run hasn't taken the request.
  var isWaiting: Bool { place.withLock { $0 != nil } }

  /// Replaces the request; nil takes it back.
  func set(_ new: Place?) { place.withLock { $0 = new } }

  /// Takes the request. Only one caller gets it.
  func take() -> Place? { place.withLock { $0.take() } }
}
