package import FlowJSON
package import FlowState

/// The position of a stored run and its values, for a module that makes flows from data.
package struct StoredPosition: Sendable {
  /// The step at which the run stands, by its current name.
  package let step: String?
  /// The variants of the run.
  package let assignments: [VariantAssignment]
  /// The values of the run after their upgrade, each with the version that stored it.
  package let values: [KeptValue]
}

/// The reason why a run can't continue at its position.
package struct PositionMisfit: Sendable {
  /// A predicate for the run, without an end mark and without a value of the run.
  package let description: String
  package let expected: String
  package let found: String
  package let advice: String?

  package init(description: String, expected: String, found: String, advice: String?) {
    (self.description, self.expected, self.found, self.advice) = (description, expected, found, advice)
  }
}

extension DurableFlow {
  /// Returns a copy of the flow whose values of a key have a version of their own, instead of the version of the key's type.
  ///
  /// - Parameters:
  ///   - key: The key, which the flow keeps.
  ///   - version: The version.
  ///   - upgrade: Converts a value of an older version.
  /// - Returns: The flow.
  package func keeping<Key: DurableKey>(
    _ key: Key.Type, version: Int, upgrading upgrade: @escaping @Sendable (JSONValue, Int) throws -> JSONValue
  ) -> DurableFlow {
    var flow = self
    let kept = KeptKey(key, version: version, upgrading: upgrade)
    if flow.definition.keys[kept.name] != nil { flow.definition.keys[kept.name] = kept }
    return flow
  }

  /// Returns a copy of the flow that also compares the positions of stored runs with what the steps ahead of them need.
  ///
  /// - Parameters:
  ///   - advice: Returns the sentence that says how a step continues the runs of an earlier one, by the name of that one.
  ///   - check: Returns the reason why a run can't continue; nil if it can. Called on any thread.
  /// - Returns: The flow.
  package func fitting(
    renaming advice: @escaping @Sendable (_ name: String) -> String,
    _ check: @escaping @Sendable (StoredPosition) -> PositionMisfit?
  ) -> DurableFlow {
    var flow = self
    flow.definition.renamingAdvice = advice
    flow.definition.positionCheck = check
    return flow
  }
}

extension DurableDefinition {
  /// Returns the reason of the flow's own check why a run can't continue; nil if there is none.
  func positionMisfit(of run: RunCourse, at step: String?, _ seal: PayloadSeal) throws(Misfit) -> Misfit? {
    guard let positionCheck else { return nil }
    var values: [KeptValue] = []
    for (name, value) in run.values.sorted(by: { $0.key < $1.key }) {
      guard let key = keys[name], let json = try decode(value, key, seal) as? JSONValue else { continue }
      values.append(KeptValue(json, version: value.version))
    }
    let position = StoredPosition(step: step, assignments: run.assignments, values: values)
    return positionCheck(position).map {
      Misfit(description: $0.description, expected: $0.expected, found: $0.found, advice: $0.advice)
    }
  }
}
