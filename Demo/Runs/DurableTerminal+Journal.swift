import FlowControl
import FlowDurable
import FlowState

extension DurableTerminal {
  /// Starts the run of a flow in a journal, or continues it. Blocks this thread, which must not belong to a pool.
  func run<Result: Sendable>(
    _ flow: DurableFlow<Any, Result>, key: String, inJournal path: String, assignments: [VariantAssignment] = [],
    waiting: @escaping @Sendable (_ step: String) -> Void = { _ in }
  ) throws -> Ending<Result> {
    try blocking {
      let store = try FileStore(at: path)
      let ending = try await self.run(flow, key: key, on: store, assignments: assignments, waiting: waiting)
      try await store.close()
      return ending
    }
  }
}
