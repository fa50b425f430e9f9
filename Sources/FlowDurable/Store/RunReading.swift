/// A run with its records, as one call of a store has read them.
///
/// ```swift
/// if let reading = try await store.read(RunQuery(flows: ["order"], key: "4711")) {
///   print(reading.summary.state, reading.records.count)
/// }
/// ```
public struct RunReading: Sendable {
  /// The summary of the run.
  public let summary: RunSummary
  /// The records of the run since the latest snapshot, in the order of their numbers. They can be newer than the summary.
  public let records: [FlowRecord]

  /// Creates a reading, for implementations of stores.
  ///
  /// - Parameters:
  ///   - summary: The summary of the run.
  ///   - records: The records of the run since the latest snapshot, which are at least as new as the summary.
  public init(summary: RunSummary, records: [FlowRecord]) {
    self.summary = summary
    self.records = records
  }
}

extension FlowStore {
  /// Reads a run with two calls of the store.
  ///
  /// - Parameter query: The conditions for the run.
  /// - Returns: The run; nil if none matches.
  /// - Throws: An error of the store.
  public func read(_ query: RunQuery) async throws(StoreError) -> RunReading? {
    guard let summary = try await runs(query, after: nil, limit: 1).first else { return nil }
    return RunReading(summary: summary, records: try await records(of: summary.number, after: 0, limit: .max))
  }
}
