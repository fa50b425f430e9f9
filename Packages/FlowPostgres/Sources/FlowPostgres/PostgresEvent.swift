/// An event of a store: about steps that work in its transactions, the server's clock, and the indexes of its tables.
///
/// ```swift
/// settings.report = { event in log(event.description) }
/// ```
public enum PostgresEvent: Sendable, Equatable, CustomStringConvertible {
  /// The work of a step was rolled back, for the reason in the sentence, and starts again.
  case stepRepeats(visit: String, attempt: Int, reason: String)
  /// A step waits until its transaction can begin.
  case stepWaits(visit: String, reason: String)

  /// The server's clock has moved by more than a day since ended runs were removed last. Ended runs are kept for this
  /// much longer, because the clock may have jumped.
  case timeSkipped(store: String, Duration)
  /// The server's clock is behind the time at which ended runs were removed last.
  case clockBehind(store: String, Duration)
  /// An index that lists need couldn't be made, so lists of many runs are slow. The next store that is opened tries again.
  case indexesMissing(store: String, reason: String)

  /// The event as a sentence.
  public var description: String {
    switch self {
    case .stepRepeats(let visit, let attempt, let reason):
      "The work of the visit \(visit) was taken back, and attempt \(attempt) starts: \(reason)"
    case .timeSkipped(let store, let duration):
      "The clock of '\(store)' has moved by \(duration.components.seconds + 86_400) seconds since ended runs were removed "
        + "last. If it has jumped, set it right. Ended runs are kept for \(duration.components.seconds) seconds more."
    case .clockBehind(let store, let duration):
      "The clock of '\(store)' is \(duration.components.seconds) seconds behind the time at which ended runs were removed "
        + "last. If it is wrong, set it right."
    case .indexesMissing(let store, let reason):
      "An index of '\(store)' couldn't be made, so lists of many runs are slow: \(reason)"
    case .stepWaits(let visit, let reason): "The visit \(visit) waits for a transaction: \(reason)"
    }
  }
}
