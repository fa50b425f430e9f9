/// What is wrong with an experiment or a group of them, or with what was asked of it: everything at once.
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
  /// One thing that is wrong, and where. Places count from 1.
  public enum Problem: Sendable, CustomStringConvertible {
    /// The name of an experiment is empty.
    case experimentWithoutName
    /// An experiment has nothing to choose from.
    case noVariants(experiment: String)
    /// The name of a variant is empty.
    case variantWithoutName(place: Int, experiment: String)
    /// Two variants have the same name.
    case repeatedVariant(String, places: [Int], experiment: String)
    /// A weight is zero, negative, infinite or not a number.
    case invalidWeight(Double, variant: String, place: Int, experiment: String)
    /// There is no variant of this name; these are those that there are.
    case unknownVariant(String, experiment: String, known: [String])
    /// The name of a group is empty.
    case groupWithoutName
    /// A group has no members.
    case noMembers(group: String)
    /// Two experiments of a group have the same name.
    case repeatedMember(String, places: [Int], group: String)
    /// A share is zero, negative, more than 1 or not a number; the experiment is nil for a share that is kept free.
    case invalidShare(Double, experiment: String?, place: Int, group: String)
    /// The shares of a group sum to more than 1.
    case sharesExceedWhole(Double, group: String)
    /// There is no experiment of this name in the group; these are those that there are.
    case unknownMember(String, group: String, known: [String])
  }

  /// What is wrong, in the order of the places.
  public let problems: [Problem]

  /// Makes an error.
  ///
  /// - Parameter problems: What is wrong.
  public init(problems: [Problem]) {
    self.problems = problems
  }

  /// A sentence for each problem.
  public var description: String { problems.map(\.description).joined(separator: " ") }
}

extension ExperimentError.Problem: Equatable {
  /// A sentence that says what is wrong and where.
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
    case .unknownVariant(let name, let experiment, let known):
      "Experiment '\(experiment)' has no variant '\(name)'; its variants are: \(known.joined(separator: ", "))."
    case .groupWithoutName:
      "A group of experiments has an empty name."
    case .noMembers(let group):
      "Group '\(group)' has no members."
    case .repeatedMember(let name, let places, let group):
      "Members \(list(places)) of group '\(group)' are experiments of the same name, '\(name)'."
    case .invalidShare(let share, let experiment, let place, let group):
      """
      Member \(place) (\(experiment.map { "'\($0)'" } ?? "free")) of group '\(group)' has the share \(share); a share is \
      greater than 0 and at most 1.
      """
    case .sharesExceedWhole(let sum, let group):
      "The shares of group '\(group)' sum to \(sum); they sum to 1 at most."
    case .unknownMember(let name, let group, let known):
      known.isEmpty
        ? "Group '\(group)' has no experiment '\(name)'; it has none."
        : "Group '\(group)' has no experiment '\(name)'; its experiments are: \(known.joined(separator: ", "))."
    }
  }

  private func list(_ places: [Int]) -> String {
    places.map(String.init).joined(separator: " and ")
  }

  /// Whether two problems say the same; so that a weight which is not a number is what it is.
  ///
  /// - Parameters:
  ///   - one: A problem.
  ///   - other: Another.
  /// - Returns: Whether their sentences are the same.
  public static func == (one: Self, other: Self) -> Bool {
    one.description == other.description
  }
}
