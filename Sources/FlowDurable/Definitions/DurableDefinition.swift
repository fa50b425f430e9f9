public import FlowChains
import FlowJSON
public import FlowState

/// The definition of a durable flow without its types, as a worker uses it.
///
/// ```swift
/// print(order.definition.identifier, order.definition.chains.map(\.steps.count))
/// ```
public struct DurableDefinition: Sendable {
  /// A checked chain, with its steps by name.
  struct Chain: Sendable {
    let checked: CheckedChain
    let steps: StepNames
  }

  /// The name under which a store knows the flow.
  public let identifier: String
  /// The chains by variant. A flow without variants has one chain, for nil.
  private let chainsByVariant: [String?: Chain]
  /// The kept keys by name.
  var keys: [String: KeptKey]
  let content: ValueCoder
  let result: ValueCoder
  let summary: @Sendable (FlowContext) -> Any?
  let codec: (any PayloadCodec)?
  var rules = RunCourse.Rules()
  /// The experiment whose variants are the chains.
  var experiment: String?
  var observers: [any FlowObserver] = []
  var probes: RunProbes?
  /// Compares the position of a run with what the steps ahead of it need; nil if the types of the keys and steps suffice.
  var positionCheck: (@Sendable (StoredPosition) -> PositionMisfit?)?
  /// Returns the sentence with which a person who changes the flow gives a step the name of an earlier one.
  var renamingAdvice: @Sendable (_ name: String) -> String = {
    "The step that continues there is declared with renamed(from: \"\($0)\")."
  }

  init<Content>(
    _ identifier: String, _ chains: [String?: FlowChain], _ content: Content.Type, _ result: FlowValueType,
    _ keys: [KeptKey], _ occasions: UndoOccasions, _ codec: (any PayloadCodec)?,
    _ summary: @escaping @Sendable (FlowContext) -> Any?
  ) throws(FlowChainError) {
    self.identifier = identifier
    self.content = ValueCoder(FlowValueType(of: Content.self))
    self.result = ValueCoder(result)
    self.keys = Dictionary(keys.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.codec = codec
    self.summary = summary
    rules.surviving = Set(keys.filter { $0.key.survivesGoingBack }.map(\.name))
    rules.undoesCancellation = occasions.contains(.onCancel)
    rules.undoesFailure = occasions.contains(.onFailure)
    var chainsByVariant: [String?: Chain] = [:]
    for (variant, chain) in chains.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
      let problems = chain.durabilityProblems(
        content: Content.self, result, keys, isSealed: codec != nil)
      let checked = try CheckedChain(chain, startedWith: Content.self, and: problems)
      chainsByVariant.updateValue(Chain(checked: checked, steps: StepNames(chain.steps)), forKey: variant)
    }
    self.chainsByVariant = chainsByVariant
  }

  /// The chains of the flow: one, or one for each variant, in the order of their names.
  public var chains: [FlowChain] {
    chainsByVariant.sorted { ($0.key ?? "") < ($1.key ?? "") }.map(\.value.checked.chain)
  }

  /// The names of the variants; empty if the flow has none.
  package var variants: [String] { chainsByVariant.keys.compactMap(\.self).sorted() }

  /// Returns the chain of a variant, or the only chain for nil; nil if the flow has no such chain.
  package func chain(ofVariant variant: String?) -> FlowChain? { chainsByVariant[variant]?.checked.chain }

  /// The names of the keys whose values are private. Programs that show runs hide these values.
  public var privateKeys: Set<String> { Set(keys.keys.filter { keys[$0]?.key.isPrivate == true }) }

  /// Returns the chain of runs with these assignments; nil if the flow has no chain for their variant.
  ///
  /// - Parameter assignments: The assignments with which the run was started.
  /// - Returns: The chain.
  public func chain(for assignments: [VariantAssignment]) -> FlowChain? {
    checkedChain(for: assignments)?.checked.chain
  }

  /// Returns the chain with which a run continues; nil if the flow has no chain for the run's variant.
  func checkedChain(for assignments: [VariantAssignment]) -> Chain? {
    guard let experiment else { return chainsByVariant[nil] }
    guard let assignment = assignments.last(where: { $0.experiment == experiment }) else { return nil }
    return chainsByVariant[assignment.variant]
  }
}

extension FlowChain {
  /// Returns the problems that prevent runs of the chain from being stored.
  fileprivate func durabilityProblems<Content>(
    content: Content.Type, _ result: FlowValueType, _ keys: [KeptKey], isSealed: Bool
  ) -> [FlowProblem] {
    var problems: [FlowProblem] = []
    let given = FlowValueType(of: Content.self)
    if Content.self != Any.self, !ValueCoder(given).isCodable { problems.append(.notCodable(.content, given)) }
    for step in steps where !ValueCoder(step.result).isCodable {
      problems.append(.notCodable(.result(of: step.identifier), step.result))
    }
    if !isSealed { problems += steps.filter(\.durability.isPrivate).map { .unsealed($0.identifier) } }
    if !ValueCoder(result).isCodable { problems.append(.notCodable(.outcome, result)) }
    for (index, key) in keys.enumerated() {
      if keys[..<index].contains(where: { $0.name == key.name }) { problems.append(.duplicateKey(key.name)) }
      if key.key.isPrivate, !isSealed { problems.append(.unsealed(key.name)) }
    }
    for step in steps {
      if let reason = StorableName.reason(against: step.identifier) {
        problems.append(.unstorableName(step.identifier, reason: reason))
      }
      var seen: Set<ObjectIdentifier> = []
      for key in step.provides + step.requires where seen.insert(ObjectIdentifier(key)).inserted {
        if !keys.contains(where: { $0.key == key }) { problems.append(.notKept(key.name, by: step.identifier)) }
      }
    }
    return problems + formerNameProblems
  }

  /// The problems of former names that stand for several steps.
  private var formerNameProblems: [FlowProblem] {
    var owners: [String: [String]] = [:]
    var order: [String] = []
    for step in steps {
      for name in Set(step.durability.formerNames).sorted() {
        if owners[name] == nil { order.append(name) }
        owners[name, default: []].append(step.identifier)
      }
    }
    return order.compactMap { name in
      guard let steps = owners[name] else { return nil }
      let current = self[name].map { [$0.identifier] } ?? []
      let all = current.filter { !steps.contains($0) } + steps
      return all.count > 1 ? .duplicateFormerName(name, of: all) : nil
    }
  }
}
