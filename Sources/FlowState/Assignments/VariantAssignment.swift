/// The variant of an experiment that a unit gets, and the reason.
///
/// ```swift
/// let assignment = VariantAssignment(experiment: "signup-order", variant: "control", reason: .assigned)
/// print(assignment)  // variant 'control' of experiment 'signup-order'
/// ```
public struct VariantAssignment: Sendable, Hashable, CustomStringConvertible {
  /// The reason for an assignment.
  public enum Reason: Sendable, Hashable {
    /// The variant was drawn for the unit.
    case assigned
    /// A store had the variant.
    case kept
    /// The experiment forces the unit to the variant.
    case forced
    /// The caller chose the variant.
    case overridden
    /// A group excludes the unit from the experiment, so the unit gets the experiment's first variant.
    case excluded(by: String)
    /// The experiment doesn't target the unit, so the unit gets the first variant.
    case notTargeted
    /// The experiment doesn't cover the unit, so the unit gets the first variant.
    case notCovered
  }

  /// The name of the experiment.
  public let experiment: String
  /// The name of the variant.
  public let variant: String
  /// The reason for the assignment.
  public let reason: Reason

  /// Creates an assignment, for tests and for assignments from other systems.
  ///
  /// - Parameters:
  ///   - experiment: The name of the experiment.
  ///   - variant: The name of the variant.
  ///   - reason: The reason for the assignment.
  public init(experiment: String, variant: String, reason: Reason) {
    self.experiment = experiment
    self.variant = variant
    self.reason = reason
  }

  /// Whether the unit takes part in the experiment. A unit that a group, the targeting or the coverage excludes doesn't.
  public var takesPart: Bool {
    switch reason {
    case .assigned, .kept, .forced, .overridden: true
    case .excluded, .notTargeted, .notCovered: false
    }
  }

  /// The assignment as traces show it.
  public var description: String {
    let variant = "variant '\(variant)' of experiment '\(experiment)'"
    return switch reason {
    case .assigned: variant
    case .kept: "\(variant), kept"
    case .forced: "\(variant), forced"
    case .overridden: "\(variant), overridden"
    case .excluded(let group): "\(variant), excluded by group '\(group)'"
    case .notTargeted: "\(variant), not targeted"
    case .notCovered: "\(variant), not covered"
    }
  }
}

extension VariantAssignment: Codable {
  // The names are part of the stored form and never change.
  private enum CodingKeys: String, CodingKey {
    case experiment, variant, reason, group
  }

  private enum Word: String, Codable {
    case assigned, kept, forced, overridden, excluded, notTargeted, notCovered
  }

  /// Decodes an assignment.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: A `DecodingError` if a name is missing or the reason is unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let reason: Reason =
      switch try values.decode(Word.self, forKey: .reason) {
      case .assigned: .assigned
      case .kept: .kept
      case .forced: .forced
      case .overridden: .overridden
      case .excluded: .excluded(by: try values.decode(String.self, forKey: .group))
      case .notTargeted: .notTargeted
      case .notCovered: .notCovered
      }
    self.init(
      experiment: try values.decode(String.self, forKey: .experiment),
      variant: try values.decode(String.self, forKey: .variant), reason: reason)
  }

  /// Encodes the assignment, for instance as `{"experiment":"order","variant":"short","reason":"assigned"}`.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: An error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(experiment, forKey: .experiment)
    try values.encode(variant, forKey: .variant)
    let word: Word =
      switch reason {
      case .assigned: .assigned
      case .kept: .kept
      case .forced: .forced
      case .overridden: .overridden
      case .excluded: .excluded
      case .notTargeted: .notTargeted
      case .notCovered: .notCovered
      }
    try values.encode(word, forKey: .reason)
    if case .excluded(let group) = reason { try values.encode(group, forKey: .group) }
  }
}
