public import FlowState

extension FlowWorker {
  /// Starts a run of a flow, unless the flow has a run with the same key. Such a run keeps its own content.
  ///
  /// Returns when the store has the run. Then a worker executes it: this one, or another one that runs the flow.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - content: The content of the run.
  ///   - key: The key under which the flow runs at most once, such as the number of an order. Without a key, each call
  ///     starts a run.
  ///   - assignments: The variants of experiments that are assigned to the run. It keeps them.
  ///   - queue: The name of the store's queue from which workers claim the run.
  ///   - tenant: The tenant for whom the run works. Tenants take turns.
  ///   - priority: The priority. Runs with higher priorities come first.
  ///   - delay: The time after which the run may start, on the store's clock.
  ///   - place: The place to which the run is added, such as a transaction of the store's database, so that it starts
  ///     only if the transaction succeeds; nil for the store itself. Don't wait for the run inside the transaction.
  /// - Returns: The run; see ``DurableRun/origin``, which also says whether a run with the key has other content.
  /// - Throws: An error of the store; a ``DurableRunError`` if the content can't be stored, or if a flow with variants
  ///   gets no assignment.
  public func start<Content, Result>(
    _ flow: DurableFlow<Content, Result>, _ content: Content? = nil, key: String? = nil,
    assignments: [VariantAssignment] = [], queue: String = "default", tenant: String? = nil, priority: Int = 0,
    after delay: Duration = .zero, in place: (any RunAdding)? = nil
  ) async throws -> DurableRun<Content, Result> {
    try await starter.start(
      flow, content, key: key, assignments: assignments, queue: queue, tenant: tenant, priority: priority, after: delay,
      in: place)
  }

  /// Starts runs of a flow with one call of the store; see ``FlowStarter/start(_:_:in:)``.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - starts: The contents and keys of the runs.
  ///   - place: The place to which the runs are added; nil for the store itself.
  /// - Returns: The runs, in the order of the parameter.
  /// - Throws: An error of the store; a ``DurableRunError``, before any run is added.
  public func start<Content, Result>(
    _ flow: DurableFlow<Content, Result>, _ starts: [RunStart<Content>], in place: (any RunAdding)? = nil
  ) async throws -> [DurableRun<Content, Result>] {
    try await starter.start(flow, starts, in: place)
  }

  /// Returns the run of a flow with a key.
  ///
  /// ```swift
  /// if let run = try await worker.find(order, key: "4711") { print(try await run.summary().state) }
  /// ```
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - key: The key with which the run was started.
  /// - Returns: The run; nil if the store has no run of the flow with the key.
  /// - Throws: An error of the store.
  public func find<Content, Result>(
    _ flow: DurableFlow<Content, Result>, key: String
  ) async throws(StoreError) -> DurableRun<Content, Result>? {
    try await starter.find(flow, key: key)
  }

  /// Returns the run of a flow with a number.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - number: The number of the run in the store.
  /// - Returns: The run; nil if the store has no run with the number, or if the run is one of another flow.
  /// - Throws: An error of the store.
  public func find<Content, Result>(
    _ flow: DurableFlow<Content, Result>, number: RunNumber
  ) async throws(StoreError) -> DurableRun<Content, Result>? {
    try await starter.find(flow, number: number)
  }
}
