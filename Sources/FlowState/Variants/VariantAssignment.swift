/// The variant of an experiment that a unit gets, and the reason.
///
/// ```swift
/// let assignment = try signupOrder.assignment(for: "user-42")
/// print(assignment)  // variant 'control' of experiment 'signup-order'
/// ```
public struct VariantAssignment: Sendable, Hashable, CustomStringConvertible {
  /// The reason for an assignment.
  public enum Reason: Sendable, Hashable {
    /// The variant was drawn for the unit.
    case assigned
    /// The caller chose the variant.
    case overridden
    /// A group excludes the unit from the experiment, so the unit gets the experiment's first variant.
    case excluded(by: String)
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

  /// The assignment as traces show it.
  public var description: String {
    let variant = "variant '\(variant)' of experiment '\(experiment)'"
    return switch reason {
    case .assigned: variant
    case .overridden: "\(variant), overridden"
    case .excluded(let group): "\(variant), excluded by group '\(group)'"
    }
  }
}
