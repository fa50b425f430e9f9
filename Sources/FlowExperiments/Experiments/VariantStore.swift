/// A store that keeps the variants of units, so that a unit keeps its variant when an experiment changes.
///
/// ```swift
/// final class KeptVariants: VariantStore {
///   private let variants = Mutex<[[String]: String]>([:])
///
///   func variant(of experiment: String, for unit: String) -> String? {
///     variants.withLock { $0[[experiment, unit]] }
///   }
///
///   func keep(_ variant: String, of experiment: String, for unit: String) {
///     variants.withLock { $0[[experiment, unit]] = variant }
///   }
/// }
///
/// let assignment = try signupOrder.assignment(for: "user-42", keptIn: KeptVariants())
/// ```
///
/// The store identifies experiments and variants by their salts, so that you can rename both. A store that can't read or write
/// returns nil or does nothing; the variant is then drawn again.
public protocol VariantStore: Sendable {
  /// Returns the variant of a unit. Called on the thread that asks for an assignment.
  ///
  /// - Parameters:
  ///   - experiment: The salt of the experiment.
  ///   - unit: The identifier of the unit.
  /// - Returns: The salt of the variant; nil if the store has none.
  func variant(of experiment: String, for unit: String) -> String?

  /// Keeps the variant of a unit. Called on the thread that asks for an assignment, once the variant is drawn.
  ///
  /// - Parameters:
  ///   - variant: The salt of the variant.
  ///   - experiment: The salt of the experiment.
  ///   - unit: The identifier of the unit.
  func keep(_ variant: String, of experiment: String, for unit: String)
}
