/// An error that lists every problem of an experiment or a group, or of a request to one of them.
///
/// ```swift
/// do {
///   _ = try Experiment("order", variants: [.init("a", weight: 0), .init("a")])
/// } catch {
///   for problem in error.problems { print(problem) }
///   // Variant 1 ('a') of experiment 'order' has the weight 0.0; a weight is a finite number greater than zero.
///   // Variants 1 and 2 of experiment 'order' have the same name, 'a'.
/// }
/// ```
public struct ExperimentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A problem and its place. Places count from 1.
  public enum Problem: Sendable, CustomStringConvertible {
    /// The name of an experiment is empty.
    case experimentWithoutName
    /// An experiment has no variants.
    case noVariants(experiment: String)
    /// The name of a variant is empty.
    case variantWithoutName(place: Int, experiment: String)
    /// Two variants have the same name.
    case repeatedVariant(String, places: [Int], experiment: String)
    /// A weight is zero, negative, infinite or not a number.
    case invalidWeight(Double, variant: String, place: Int, experiment: String)
    /// Two variants have the same salt.
    case repeatedSalt(String, places: [Int], experiment: String)
    /// A coverage is less than 0, more than 1 or not a number.
    case invalidCoverage(Double, experiment: String)
    /// The experiment forces a unit to a variant that it doesn't have. `known` lists the names that exist.
    case unknownForcedVariant(String, unit: String, experiment: String, known: [String])
    /// The experiment has no variant with this name. `known` lists the names that exist.
    case unknownVariant(String, experiment: String, known: [String])
    /// The name of a group is empty.
    case groupWithoutName
    /// A group has no members.
    case noMembers(group: String)
    /// Two experiments of a group have the same name.
    case repeatedMember(String, places: [Int], group: String)
    /// Two experiments of a group have the same salt.
    case repeatedMemberSalt(String, places: [Int], group: String)
    /// A share is zero, negative, more than 1 or not a number. For a free share, the experiment is nil.
    case invalidShare(Double, experiment: String?, place: Int, group: String)
    /// The shares of a group sum to more than 1.
    case sharesExceedWhole(Double, group: String)
    /// The group has no experiment with this name. `known` lists the names that exist.
    case unknownMember(String, group: String, known: [String])
  }

  /// The problems, in the order of their places.
  public let problems: [Problem]

  /// Creates an error.
  ///
  /// - Parameter problems: The problems.
  public init(problems: [Problem]) {
    self.problems = problems
  }

  /// A sentence for each problem.
  public var description: String { problems.map(\.description).joined(separator: " ") }
}

extension ExperimentError.Problem: Equatable {
  /// A description of the problem and its place.
  public var description: String {
    switch self {
    case .experimentWithoutName:
      "An experiment has an empty name."
    case .noVariants(let experiment):
      "Experiment '\(experiment)' has no variants."
    case .variantWithoutName(let place, let experiment):
      "Variant \(place) of experiment '\(experiment)' has an empty name."
    case .repeatedVariant(let name, let places, let experiment):
      "Variants \(list(places)) of experiment '\(experiment)' have the same name, '\(name)'."
    case .invalidWeight(let weight, let variant, let place, let experiment):
      """
      Variant \(place) ('\(variant)') of experiment '\(experiment)' has the weight \(weight); a weight is a finite number \
      greater than zero.
      """
    case .repeatedSalt(let salt, let places, let experiment):
      "Variants \(list(places)) of experiment '\(experiment)' have the same salt, '\(salt)'."
    case .invalidCoverage(let coverage, let experiment):
      "Experiment '\(experiment)' has the coverage \(coverage); a coverage is at least 0 and at most 1."
    case .unknownForcedVariant(let name, let unit, let experiment, let known):
      """
      Experiment '\(experiment)' forces unit '\(unit)' to the unknown variant '\(name)'; its variants are: \
      \(known.joined(separator: ", ")).
      """
    case .unknownVariant(let name, let experiment, let known):
      "Experiment '\(experiment)' has no variant '\(name)'; its variants are: \(known.joined(separator: ", "))."
    case .groupWithoutName:
      "A group of experiments has an empty name."
    case .noMembers(let group):
      "Group '\(group)' has no members."
    case .repeatedMember(let name, let places, let group):
      "Members \(list(places)) of group '\(group)' are experiments of the same name, '\(name)'."
    case .repeatedMemberSalt(let salt, let places, let group):
      "Members \(list(places)) of group '\(group)' are experiments with the same salt, '\(salt)'."
    case .invalidShare(let share, let experiment, let place, let group):
      """
      Member \(place) (\(experiment.map { "'\($0)'" } ?? "free")) of group '\(group)' has the share \(share); a share is \
      greater than 0 and at most 1.
      """
    case .sharesExceedWhole(let sum, let group):
      "The shares of group '\(group)' sum to \(sum); they sum to 1 at most."
    case .unknownMember(let name, let group, let known):
      known.isEmpty
        ? "Group '\(group)' has no experiment '\(name)'; it has no experiments."
        : "Group '\(group)' has no experiment '\(name)'; its experiments are: \(known.joined(separator: ", "))."
    }
  }

  private func list(_ places: [Int]) -> String {
    places.map(String.init).joined(separator: " and ")
  }

  /// Returns whether two problems have the same description. By this rule, a weight that isn't a number equals itself.
  ///
  /// - Parameters:
  ///   - one: A problem.
  ///   - other: Another problem.
  /// - Returns: Whether the descriptions are equal.
  public static func == (one: Self, other: Self) -> Bool {
    one.description == other.description
  }
}
