/// An event of a store about steps that work in its transactions.
///
/// ```swift
/// settings.report = { event in log(event.description) }
/// ```
public enum PostgresEvent: Sendable, Equatable, CustomStringConvertible {
  /// The work of a step was rolled back, for the reason in the sentence, and starts again.
  case stepRepeats(visit: String, attempt: Int, reason: String)
  /// A step waits until its transaction can begin.
  case stepWaits(visit: String, reason: String)

  /// The event as a sentence.
  public var description: String {
    switch self {
    case .stepRepeats(let visit, let attempt, let reason):
      "The work of the visit \(visit) was taken back, and attempt \(attempt) starts: \(reason)"
    case .stepWaits(let visit, let reason): "The visit \(visit) waits for a transaction: \(reason)"
    }
  }
}
