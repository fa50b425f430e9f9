/// A declared flow in several variants: one for each of an experiment.
///
/// ```swift
/// let variants = try FlowVariants(experiment, ["control": signup, "email-first": emailFirst])
/// let assignment = try experiment.assignment(for: user)
/// let flow = try Flow(variants.chain(for: assignment), Any.self) { $0[Summary.self] }.assigned(assignment)
/// ```
///
/// Variants of flows that were not declared as data need no type: choose one by the assignment's name, and let it be
/// ``Flow/assigned(_:)``.
public struct FlowVariants: Sendable {
  /// A problem of one of the variants.
  public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    /// What can be wrong.
    public enum Fault: Equatable, Sendable {
      /// The variant of the experiment has no chain.
      case noChain
      /// There is a chain, and no such variant of the experiment.
      case unknownVariant(known: [String])
      /// The assignment is one of another experiment.
      case otherExperiment(String, expected: String)
      /// Something in its chain.
      case chain(FlowProblem)
    }

    /// The name of the variant.
    public let variant: String
    /// What is wrong.
    public let fault: Fault

    /// A sentence for the person who wrote the declaration.
    public var description: String {
      switch fault {
      case .noChain: "Variant '\(variant)' has no steps: no chain was given for it."
      case .unknownVariant(let known):
        "The experiment has no variant '\(variant)'; known are: \(known.joined(separator: ", "))."
      case .otherExperiment(let other, let expected):
        "Variant '\(variant)' is of experiment '\(other)'; these are the variants of experiment '\(expected)'."
      case .chain(let problem): "Variant '\(variant)': \(problem)"
      }
    }
  }

  /// The experiment, which says how often each variant is to be met.
  public let experiment: Experiment
  private let chains: [String: FlowChain]

  /// Makes the variants of an experiment.
  ///
  /// - Parameters:
  ///   - experiment: The experiment.
  ///   - chains: The chain of each variant, by the variant's name.
  public init(_ experiment: Experiment, _ chains: [String: FlowChain]) {
    self.experiment = experiment
    self.chains = chains
  }

  /// The variants that have a chain, in the experiment's order.
  public var all: [(variant: String, chain: FlowChain)] {
    experiment.variants.compactMap { variant in chains[variant.name].map { (variant.name, $0) } }
  }

  /// Tells everything that is wrong with the variants and their chains.
  ///
  /// - Returns: The problems, in the order of the experiment.
  public func validate() -> [Problem] {
    let names = experiment.variants.map(\.name)
    let known = names.flatMap { name -> [Problem] in
      guard let chain = chains[name] else { return [Problem(variant: name, fault: .noChain)] }
      return chain.validate().map { Problem(variant: name, fault: .chain($0)) }
    }
    let unknown = chains.keys.filter { !names.contains($0) }.sorted()
    return known + unknown.map { Problem(variant: $0, fault: .unknownVariant(known: names)) }
  }

  /// The chain of the variant that somebody was assigned to.
  ///
  /// - Parameter assignment: Of this experiment.
  /// - Returns: The chain.
  /// - Throws: ``FlowVariantsError`` with everything that is wrong with the variants, if anything is, or if there is no such variant.
  public func chain(for assignment: VariantAssignment) throws(FlowVariantsError) -> FlowChain {
    try requireValid()
    guard assignment.experiment == experiment.name else {
      let fault = Problem.Fault.otherExperiment(assignment.experiment, expected: experiment.name)
      throw FlowVariantsError(problems: [Problem(variant: assignment.variant, fault: fault)])
    }
    guard let chain = chains[assignment.variant] else {
      let known = experiment.variants.map(\.name)
      throw FlowVariantsError(problems: [Problem(variant: assignment.variant, fault: .unknownVariant(known: known))])
    }
    return chain
  }

  /// Throws everything that is wrong, if anything is.
  package func requireValid() throws(FlowVariantsError) {
    let problems = validate()
    if !problems.isEmpty { throw FlowVariantsError(problems: problems) }
  }
}
