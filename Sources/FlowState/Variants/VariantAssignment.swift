/// Which variant of an experiment a unit gets, and why.
///
/// ```swift
/// let assignment = try signupOrder.assignment(for: "user-42")
/// print(assignment)  // variant 'control' of experiment 'signup-order'
/// ```
public struct VariantAssignment: Sendable, Hashable, CustomStringConvertible {
  /// Why a unit gets a variant.
  public enum Reason: Sendable, Hashable {
    /// It was drawn for the unit.
    case assigned
    /// The caller has named it.
    case overridden
    /// The group has not chosen the unit for the experiment, which leaves it with the experiment's first variant.
    case excluded(by: String)
  }

  /// The name of the experiment.
  public let experiment: String
  /// The name of the variant.
  public let variant: String
  /// Why it is this one.
  public let reason: Reason

  /// Makes an assignment, for tests and for assignments that were made elsewhere.
  ///
  /// - Parameters:
  ///   - experiment: The name of the experiment.
  ///   - variant: The name of the variant.
  ///   - reason: Why it is this one.
  public init(experiment: String, variant: String, reason: Reason) {
    self.experiment = experiment
    self.variant = variant
    self.reason = reason
  }

  /// The assignment in words, for traces.
  public var description: String {
    let variant = "variant '\(variant)' of experiment '\(experiment)'"
    return switch reason {
    case .assigned: variant
    case .overridden: "\(variant), overridden"
    case .excluded(let group): "\(variant), excluded by group '\(group)'"
    }
  }
}
