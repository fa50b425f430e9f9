public import FlowChains
import FlowJSON
import FlowState

extension DurableDefinition {
  /// Returns the chain of a run, according to the variant in its records.
  ///
  /// The first record has the variant, whether it is the beginning of the run or a snapshot.
  ///
  /// - Parameter records: The records of the run, from the first one on.
  /// - Returns: The chain; nil if the flow has variants, and the records don't name one that the flow has.
  public func chain(of records: [FlowRecord]) -> FlowChain? {
    chain(for: assignments(in: records))
  }

  /// Returns the variant of a run, according to its records; nil if they name none.
  package func variant(of records: [FlowRecord]) -> String? {
    assignments(in: records).last { $0.experiment == experiment }?.variant
  }

  private func assignments(in records: [FlowRecord]) -> [VariantAssignment] {
    switch records.first?.body {
    case .began(let began): return began.assignments
    case .snapshot(let snapshot):
      guard let stored = snapshot.state["assignments"] else { return [] }
      return (try? ValueCoder.decode([VariantAssignment].self, from: stored)) ?? []
    default: return []
    }
  }
}
