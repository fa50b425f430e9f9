/// The occasions on which a run undoes its visits.
///
/// ```swift
/// let order = booking.reversible().undoing([.onBack, .onCancel])
/// ```
public struct UndoOccasions: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// Creates a set of occasions.
  ///
  /// - Parameter rawValue: The bits of the set.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The run is cancelled.
  public static let onCancel = UndoOccasions(rawValue: 1)
  /// A step fails, and no route catches the failure.
  public static let onFailure = UndoOccasions(rawValue: 2)
  /// The run goes back past the visit.
  public static let onBack = UndoOccasions(rawValue: 4)
  /// All occasions.
  public static let all: UndoOccasions = [.onBack, .onCancel, .onFailure]
}
