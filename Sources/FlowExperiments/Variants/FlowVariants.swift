public import FlowChains
public import FlowState

/// A declared flow with a chain for each variant of an experiment.
///
/// ```swift
/// let variants = try FlowVariants(experiment, ["control": signup, "email-first": emailFirst])
/// let flow = try variants.flow(for: user, Any.self) { context in context[Summary.self] }
/// ```
///
/// Flows that weren't declared as data don't need this type. Choose a flow by the assignment's variant, and use
/// `Flow.assigned(_:isExposedAtStart:)`.
public struct FlowVariants: FlowChainVariants {
  /// A problem of a variant.
  public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of a problem.
    public enum Fault: Equatable, Sendable {
      /// The variant has no chain.
      case noChain
      /// There is a chain for a variant that the experiment with this name doesn't have. `known` lists the variants that exist.
      case unknownVariant(experiment: String, known: [String])
      /// The assignment belongs to another experiment.
      case otherExperiment(String, expected: String)
      /// The variant's chain has a problem.
      case chain(FlowProblem)
    }

    /// The name of the variant.
    public let variant: String
    /// The kind of the problem.
    public let fault: Fault

    /// Whether the variants can't run with this problem.
    fileprivate var preventsFlow: Bool {
      if case .chain(let problem) = fault { problem.preventsFlow } else { true }
    }

    /// A description of the problem, for the author of the declaration.
    public var description: String {
      switch fault {
      case .noChain: "Variant '\(variant)' has no steps: no chain was given for it."
      case .unknownVariant(let experiment, let known):
        "Experiment '\(experiment)' has no variant '\(variant)'; its variants are: \(known.joined(separator: ", "))."
      case .otherExperiment(let other, let expected):
        "Variant '\(variant)' is of experiment '\(other)'; these are the variants of experiment '\(expected)'."
      case .chain(let problem): "Variant '\(variant)': \(problem)"
      }
    }
  }

  /// The experiment, which determines how often each variant is used.
  public let experiment: Experiment
  /// The chain of each variant, by the variant's name, as given to the initializer.
  ///
  /// ``all`` has the same chains in the experiment's order, without those of names that the experiment doesn't have.
  public let chains: [String: FlowChain]

  /// Creates the variants of an experiment.
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

  /// Returns every problem of the variants and their chains.
  ///
  /// - Returns: The problems, in the order of the experiment.
  public func validate() -> [Problem] {
    let names = experiment.variants.map(\.name)
    let known = names.flatMap { name -> [Problem] in
      guard let chain = chains[name] else { return [Problem(variant: name, fault: .noChain)] }
      return chain.validate().map { Problem(variant: name, fault: .chain($0)) }
    }
    let unknown = chains.keys.filter { !names.contains($0) }.sorted()
    return known
      + unknown.map { Problem(variant: $0, fault: .unknownVariant(experiment: experiment.name, known: names)) }
  }

  /// Returns the chain of an assigned variant.
  ///
  /// - Parameter assignment: An assignment of this experiment.
  /// - Returns: The chain.
  /// - Throws: A ``FlowVariantsError`` with every problem of the variants, or if the assignment doesn't name one of the
  ///   variants.
  public func chain(for assignment: VariantAssignment) throws(FlowVariantsError) -> FlowChain {
    try requireValid()
    guard assignment.experiment == experiment.name else {
      let fault = Problem.Fault.otherExperiment(assignment.experiment, expected: experiment.name)
      throw FlowVariantsError(problems: [Problem(variant: assignment.variant, fault: fault)])
    }
    guard let chain = chains[assignment.variant] else {
      let fault = Problem.Fault.unknownVariant(
        experiment: experiment.name, known: experiment.variants.map(\.name))
      throw FlowVariantsError(problems: [Problem(variant: assignment.variant, fault: fault)])
    }
    return chain
  }

  /// The name of the experiment.
  public var experimentName: String { experiment.name }

  /// Returns the chain of each variant.
  ///
  /// - Returns: The names of the variants with their chains, in the experiment's order.
  /// - Throws: A ``FlowVariantsError`` with every problem of the variants, if there is one.
  public func checkedChains() throws(FlowVariantsError) -> [(variant: String, chain: FlowChain)] {
    try requireValid()
    return all
  }

  private func requireValid() throws(FlowVariantsError) {
    let problems = validate().filter(\.preventsFlow)
    if !problems.isEmpty { throw FlowVariantsError(problems: problems) }
  }
}
