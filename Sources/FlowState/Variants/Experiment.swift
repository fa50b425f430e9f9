/// A set of weighted variants. Each unit gets one variant, and always the same one.
///
/// ```swift
/// let signupOrder = try Experiment("signup-order", variants: [.init("control", weight: 9), .init("short", weight: 1)])
/// let assignment = try signupOrder.assignment(for: "user-42")
/// let names = assignment.variant == "short" ? ["email", "terms"] : ["name", "email", "terms"]
/// ```
///
/// The variant depends only on the names of the experiment and its variants, the weights, and the unit's identifier. It is the
/// same on every platform, in every process and in every release. Experiments with different names draw independently.
///
/// Changing the weights moves as few units as possible. A variant whose weight increases takes units from the other variants,
/// and the other variants exchange no units. An added variant does the same. The units of a removed variant are distributed
/// over the others. The order of the variants doesn't matter, with one exception: a unit that an ``ExclusiveGroup`` excludes
/// gets the first variant.
///
/// Identifiers and names are compared by their UTF-8 bytes. Two Unicode-equivalent spellings are two identifiers.
public struct Experiment: Sendable, Equatable {
  /// A variant of an experiment.
  ///
  /// ```swift
  /// let rare = Experiment.Variant("short", weight: 0.1)
  /// ```
  public struct Variant: Sendable, Equatable {
    /// The name. Each variant of an experiment has its own.
    public let name: String
    /// The weight. A variant gets units in proportion to its weight.
    public let weight: Double

    /// Creates a variant. The experiment checks it.
    ///
    /// - Parameters:
    ///   - name: The name. Must not be empty.
    ///   - weight: The weight. Must be finite and more than zero.
    public init(_ name: String, weight: Double = 1) {
      self.name = name
      self.weight = weight
    }
  }

  /// The name of the experiment. The draw depends on it, so another name distributes the units differently.
  public let name: String
  /// The variants, at least one.
  public let variants: [Variant]

  /// Creates an experiment.
  ///
  /// - Parameters:
  ///   - name: The name. Must not be empty.
  ///   - variants: The variants. Units that don't take part in the experiment get the first one.
  /// - Throws: An ``ExperimentError`` with every problem: an empty name, no variants, a repeated name, or a weight that isn't
  ///   a finite number above zero.
  public init(_ name: String, variants: [Variant]) throws(ExperimentError) {
    let problems = Experiment.problems(name, variants)
    guard problems.isEmpty else { throw ExperimentError(problems: problems) }
    self.name = name
    self.variants = variants
  }

  /// Returns the variant that a unit gets.
  ///
  /// - Parameters:
  ///   - unit: The identifier of the unit, for instance of a user; any text.
  ///   - override: The name of a variant to use instead of the drawn one.
  /// - Returns: The variant and the reason.
  /// - Throws: An ``ExperimentError`` that lists the known names, if the experiment has no variant with the name `override`.
  public func assignment(
    for unit: String, override: String? = nil
  ) throws(ExperimentError) -> VariantAssignment {
    guard let override else {
      return VariantAssignment(experiment: name, variant: draw(for: unit).name, reason: .assigned)
    }
    guard let variant = variants.first(where: { $0.name == override }) else {
      let known = variants.map(\.name)
      throw ExperimentError(problems: [.unknownVariant(override, experiment: name, known: known)])
    }
    return VariantAssignment(experiment: name, variant: variant.name, reason: .overridden)
  }

  private static func problems(_ name: String, _ variants: [Variant]) -> [ExperimentError.Problem] {
    var problems: [ExperimentError.Problem] = []
    if name.isEmpty { problems.append(.experimentWithoutName) }
    if variants.isEmpty { problems.append(.noVariants(experiment: name)) }
    for (index, variant) in variants.enumerated() {
      let place = index + 1
      if variant.name.isEmpty {
        problems.append(.variantWithoutName(place: place, experiment: name))
      } else if let first = variants[..<index].firstIndex(where: { $0.name == variant.name }) {
        problems.append(.repeatedVariant(variant.name, places: [first + 1, place], experiment: name))
      }
      if !(variant.weight > 0 && variant.weight.isFinite) {
        problems.append(.invalidWeight(variant.weight, variant: variant.name, place: place, experiment: name))
      }
    }
    return problems
  }
}
