public import FlowState

/// A set of weighted variants. Each unit gets one variant, and always the same one.
///
/// ```swift
/// let signupOrder = try Experiment("signup-order", variants: [.init("control", weight: 9), .init("short", weight: 1)])
/// let assignment = try signupOrder.assignment(for: "user-42")
/// let names = assignment.variant == "short" ? ["email", "terms"] : ["name", "email", "terms"]
/// ```
///
/// The variant depends only on the salts of the experiment and its variants, the weights, and the unit's identifier. It is the
/// same on every platform, in every process and in every release. The one exception: C libraries can round a logarithm differently
/// in its last bit, which changes the variant of fewer than one unit in a trillion. Experiments with different salts draw independently. A salt is
/// the name unless you pass another one: to rename an experiment or a variant without moving units, pass its first name as salt.
///
/// Changing the weight of one variant moves as few units as possible: if the weight increases, the variant takes units from the
/// other variants, and the other variants exchange no units. An added variant does the same, and the units of a removed variant
/// are distributed over the others. If you change several weights at once, more units move than necessary. For instance, 2:1:1
/// to 1:2:1 moves 30% of the units instead of 25%. To move no unit at all, keep the assignments in a ``VariantStore``. The order
/// of the variants doesn't matter, with one exception: a unit that doesn't take part gets the first variant.
///
/// A draw depends on the UTF-8 bytes of the salts and the unit's identifier, so two Unicode-equivalent spellings of an identifier are
/// two units. Names and the identifiers of forced units are compared as Swift compares strings.
public struct Experiment: Sendable, Equatable {
  /// A variant of an experiment.
  ///
  /// ```swift
  /// let rare = Experiment.Variant("short", weight: 0.1)
  /// let renamed = Experiment.Variant("brief", weight: 0.1, salt: "short")
  /// ```
  public struct Variant: Sendable, Equatable {
    /// The name. Each variant of an experiment has its own.
    public let name: String
    /// The weight. A variant gets units in proportion to its weight.
    public let weight: Double
    /// The text that the draw depends on. Each variant of an experiment has its own. Don't change it while the experiment runs.
    public let salt: String

    /// Creates a variant. The experiment checks it.
    ///
    /// - Parameters:
    ///   - name: The name. Must not be empty.
    ///   - weight: The weight. Must be finite and more than zero.
    ///   - salt: The text that the draw depends on; the name by default.
    public init(_ name: String, weight: Double = 1, salt: String? = nil) {
      self.name = name
      self.weight = weight
      self.salt = salt ?? name
    }
  }

  /// The closure that chooses the units of an experiment. Equal only to itself.
  private final class Targeting: Sendable, Equatable {
    let isTargeted: @Sendable (String) -> Bool

    init(_ isTargeted: @escaping @Sendable (String) -> Bool) {
      self.isTargeted = isTargeted
    }

    static func == (one: Targeting, other: Targeting) -> Bool { one === other }
  }

  /// The name of the experiment.
  public let name: String
  /// The text that the draw depends on. Don't change it while the experiment runs.
  public let salt: String
  /// The variants, at least one. Units that don't take part in the experiment get the first one.
  public let variants: [Variant]
  /// The share of all units that take part in the experiment.
  public let coverage: Double
  /// The variants of units that aren't drawn, by the identifier of the unit.
  public let forced: [String: String]
  private var targeting: Targeting?

  /// Creates an experiment.
  ///
  /// - Parameters:
  ///   - name: The name. Must not be empty.
  ///   - salt: The text that the draw depends on; the name by default. Another salt distributes the units differently.
  ///   - variants: The variants. Units that don't take part in the experiment get the first one.
  ///   - coverage: The share of all units that take part, from 0 to 1. If you increase it, all units that took part keep their
  ///     variants.
  ///   - forced: The names of variants for some units, such as testers, by the identifier of the unit.
  /// - Throws: An ``ExperimentError`` with every problem: an empty name, no variants, a repeated name or salt, a weight that isn't
  ///   a finite number above zero, a coverage that isn't from 0 to 1, or a forced variant that doesn't exist.
  public init(
    _ name: String, salt: String? = nil, variants: [Variant], coverage: Double = 1, forced: [String: String] = [:]
  ) throws(ExperimentError) {
    let problems = Experiment.problems(name, variants, coverage, forced)
    guard problems.isEmpty else { throw ExperimentError(problems: problems) }
    self.name = name
    self.salt = salt ?? name
    self.variants = variants
    self.coverage = coverage
    self.forced = forced
  }

  /// Returns a copy of the experiment for only some of the units. Replaces an earlier closure.
  ///
  /// ```swift
  /// let order = try Experiment("order", variants: [.init("control"), .init("short")]).targeting { country[$0] == "NL" }
  /// ```
  ///
  /// Two experiments with a closure are equal only if one is a copy of the other.
  ///
  /// - Parameter isTargeted: Receives the identifier of a unit. Returns whether the unit can take part. Called on the thread that
  ///   asks for an assignment.
  /// - Returns: The experiment with the closure.
  public func targeting(_ isTargeted: @escaping @Sendable (_ unit: String) -> Bool) -> Experiment {
    var experiment = self
    experiment.targeting = Targeting(isTargeted)
    return experiment
  }

  /// Returns the variant that a unit gets.
  ///
  /// The first of these rules that applies decides:
  /// 1. An `override` names the variant.
  /// 2. The experiment forces the unit to a variant.
  /// 3. The store has a variant of the unit.
  /// 4. The closure of ``targeting(_:)`` excludes the unit, or the unit isn't covered. It gets the first variant.
  /// 5. The variant is drawn, and kept in the store.
  ///
  /// - Parameters:
  ///   - unit: The identifier of the unit, for instance of a user; any text.
  ///   - override: The name of a variant to use instead of the drawn one.
  ///   - store: Keeps the drawn variants, so that later changes of the experiment don't move the unit.
  /// - Returns: The variant and the reason.
  /// - Throws: An ``ExperimentError`` that lists the known names, if the experiment has no variant with the name `override`.
  public func assignment(
    for unit: String, override: String? = nil, keptIn store: (any VariantStore)? = nil
  ) throws(ExperimentError) -> VariantAssignment {
    if let override {
      guard variants.contains(where: { $0.name == override }) else {
        let known = variants.map(\.name)
        throw ExperimentError(problems: [.unknownVariant(override, experiment: name, known: known)])
      }
      return VariantAssignment(experiment: name, variant: override, reason: .overridden)
    }
    if let forced = forced[unit] { return VariantAssignment(experiment: name, variant: forced, reason: .forced) }
    if let kept = keptVariant(of: unit, in: store) {
      return VariantAssignment(experiment: name, variant: kept.name, reason: .kept)
    }
    if let targeting, !targeting.isTargeted(unit) { return exclusion(because: .notTargeted) }
    if coverage < 1, StableDraw("coverage", salt, unit).uniform >= coverage { return exclusion(because: .notCovered) }
    let variant = draw(for: unit)
    store?.keep(variant.salt, of: salt, for: unit)
    return VariantAssignment(experiment: name, variant: variant.name, reason: .assigned)
  }

  /// Returns the assignment of a unit that doesn't take part.
  func exclusion(because reason: VariantAssignment.Reason) -> VariantAssignment {
    VariantAssignment(experiment: name, variant: variants[0].name, reason: reason)
  }

  /// Returns the variant that a store has for a unit; nil if it has none, or one that the experiment no longer has.
  func keptVariant(of unit: String, in store: (any VariantStore)?) -> Variant? {
    guard let kept = store?.variant(of: salt, for: unit) else { return nil }
    return variants.first { $0.salt == kept }
  }

  private static func problems(
    _ name: String, _ variants: [Variant], _ coverage: Double, _ forced: [String: String]
  ) -> [ExperimentError.Problem] {
    var problems: [ExperimentError.Problem] = []
    if name.isEmpty { problems.append(.experimentWithoutName) }
    if variants.isEmpty { problems.append(.noVariants(experiment: name)) }
    for (index, variant) in variants.enumerated() {
      let place = index + 1
      if variant.name.isEmpty {
        problems.append(.variantWithoutName(place: place, experiment: name))
      } else if let first = variants[..<index].firstIndex(where: { $0.name == variant.name }) {
        problems.append(.repeatedVariant(variant.name, places: [first + 1, place], experiment: name))
      } else if let first = variants[..<index].firstIndex(where: { $0.salt == variant.salt }) {
        problems.append(.repeatedSalt(variant.salt, places: [first + 1, place], experiment: name))
      }
      if !(variant.weight > 0 && variant.weight.isFinite) {
        problems.append(.invalidWeight(variant.weight, variant: variant.name, place: place, experiment: name))
      }
    }
    if !(0...1).contains(coverage) { problems.append(.invalidCoverage(coverage, experiment: name)) }
    let known = variants.map(\.name)
    for (unit, variant) in forced.sorted(by: { $0.key < $1.key }) where !known.contains(variant) {
      problems.append(.unknownForcedVariant(variant, unit: unit, experiment: name, known: known))
    }
    return problems
  }
}
