import FlowJSON
public import FlowState

extension DurableDefinition {
  /// Returns the chain of a run by what its records say about its variant.
  ///
  /// A snapshot replaces the record of the run's beginning, and says it as well.
  ///
  /// - Parameter records: The records of the run. The first one decides.
  /// - Returns: The chain; nil if the flow has variants, and the records don't say which one the run has, or the flow doesn't have it.
  public func chain(of records: [FlowRecord]) -> FlowChain? {
    switch records.first?.body {
    case .began(let began): return chain(for: began.assignments)
    case .snapshot(let snapshot):
      guard let stored = snapshot.state["assignments"] else { return chain(for: []) }
      return (try? ValueCoder.decode([VariantAssignment].self, from: stored)).flatMap { chain(for: $0) }
    default: return chain(for: [])
    }
  }
}
