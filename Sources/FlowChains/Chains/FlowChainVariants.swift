/// The chains of an experiment's variants, for tools that use each of them.
///
/// ```swift
/// for (variant, chain) in try variants.checkedChains() { print("\(variant): \(chain.identifier)") }
/// ```
///
/// `FlowVariants`, in FlowExperiments, conforms to this protocol. Conform a type of your own if your variants come from another
/// system.
public protocol FlowChainVariants<Failure>: Sendable {
  /// An error that contains every problem of the variants.
  associatedtype Failure: Error

  /// The name of the experiment.
  var experimentName: String { get }

  /// Returns the chain of each variant.
  ///
  /// - Returns: The names of the variants with their chains, in the experiment's order. Each chain is valid.
  /// - Throws: Every problem of the variants and their chains, if there is one.
  func checkedChains() throws(Failure) -> [(variant: String, chain: FlowChain)]
}
