/// Variants of something, each with a weight, of which every unit gets one: always the same.
///
/// ```swift
/// let signupOrder = try Experiment("signup-order", variants: [.init("control", weight: 9), .init("short", weight: 1)])
/// let assignment = try signupOrder.assignment(for: "user-42")
/// let names = assignment.variant == "short" ? ["email", "terms"] : ["name", "email", "terms"]
/// ```
///
/// The variant depends on nothing but the names of the experiment and its variants, the weights, and the unit's id: it is the
/// same on every platform, in every process and in every release. Experiments of different names draw independently.
///
/// Changing the weights moves as few units as possible. A variant that grows takes units from the others, which exchange none
/// among themselves; a variant that is added does the same, and the units of one that is removed spread over the others. The
/// order of the variants does not matter, except that the first is what a unit gets that an ``ExclusiveGroup`` excludes.
///
/// Ids and names are taken by their bytes in UTF-8: an id that is spelled in two ways that Unicode calls equivalent is two.
public struct Experiment: Sendable, Equatable {
  /// One of the alternatives that an experiment compares.
  ///
  /// ```swift
  /// let rare = Experiment.Variant("short", weight: 0.1)
  /// ```
  public struct Variant: Sendable, Equatable {
    /// The name, which no other variant of the experiment has.
    public let name: String
    /// How many units get it, in proportion to the weights of the others.
    public let weight: Double

    /// Makes a variant; the experiment that is made of it says what is wrong with it.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - weight: More than zero, and finite.
    public init(_ name: String, weight: Double = 1) {
      self.name = name
      self.weight = weight
    }
  }

  /// The name, by which units are drawn: another name draws anew.
  public let name: String
  /// The alternatives, at least one.
  public let variants: [Variant]

  /// Makes an experiment.
  ///
  /// - Parameters:
  ///   - name: The name; not empty.
  ///   - variants: The alternatives; the first is for units that take no part.
  /// - Throws: An ``ExperimentError`` that tells everything that is wrong: an empty name, no variants, a name given twice, a
  ///   weight that is not a finite number above zero.
  public init(_ name: String, variants: [Variant]) throws(ExperimentError) {
    let problems = Experiment.problems(name, variants)
    guard problems.isEmpty else { throw ExperimentError(problems: problems) }
    self.name = name
    self.variants = variants
  }

  /// The variant that a unit gets.
  ///
  /// - Parameters:
  ///   - unit: The id of the unit, of a user for instance; any text.
  ///   - override: The name of the variant that the unit gets instead of the one that is drawn for it.
  /// - Returns: The variant, and whether it was drawn.
  /// - Throws: An ``ExperimentError`` if there is no variant of the name that `override` gives; it has the names that there
  ///   are.
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
