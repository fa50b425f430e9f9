import FlowJSON
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
    let definition = flow.definition
    if let experiment = definition.experiment, definition.checkedChain(for: assignments) == nil {
      throw DurableRunError.noVariant(flow: flow.identifier, experiment: experiment)
    }
    var run = NewRun(flow: flow.identifier, key: key)
    var plain: JSONValue?
    if let content, Content.self != Any.self {
      do {
        let encoded = try definition.content.encode(content)
        plain = encoded
        run.content = try definition.contentSeal(store.identity).seal(encoded, DurableDefinition.contentName)
      } catch {
        throw DurableRunError.notStored("The content of flow '\(flow.identifier)' can't be stored: \(error)")
      }
    }
    run.assignments = assignments
    run.queue = queue
    run.tenant = tenant
    run.priority = priority
    run.delay = delay
    let (number, isNew) = try await (place ?? store).add(run)
    let origin = isNew ? RunOrigin.started : .existing(contentDiffers: await differs(plain, number, definition))
    return DurableRun(
      number: number, origin: origin, store: store, definition: definition, key: key, watch: outcomes)
  }

  /// Returns whether a run was started with other content; nil if its content can't be read.
  private func differs(_ content: JSONValue?, _ run: RunNumber, _ definition: DurableDefinition) async -> Bool? {
    // A run that was added in a transaction which hasn't ended isn't visible.
    guard let first = try? await store.records(of: run, after: 0, limit: 1).first else { return nil }
    guard let stored = first.content else { return content != nil }
    guard let content,
      let opened = try? definition.contentSeal(store.identity).open(stored, DurableDefinition.contentName)
    else { return content == nil ? true : nil }
    // An earlier version of the content can have been encoded differently.
    let known = (try? definition.content.decode(opened)).flatMap { try? definition.content.encode($0) }
    return content != (known ?? opened)
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
    try await find(flow, RunQuery(flows: [flow.identifier], key: key))
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
    var query = RunQuery(flows: [flow.identifier])
    query.numbers = [number]
    return try await find(flow, query)
  }

  private func find<Content, Result>(
    _ flow: DurableFlow<Content, Result>, _ query: RunQuery
  ) async throws(StoreError) -> DurableRun<Content, Result>? {
    guard let summary = try await store.runs(query, after: nil, limit: 1).first else { return nil }
    return run(flow, summary)
  }
}

extension FlowRecord {
  /// The content of the run, in the first record of a run.
  fileprivate var content: JSONValue? {
    switch body {
    case .began(let began): began.content
    case .snapshot(let snapshot): snapshot.state["content"]
    default: nil
    }
  }
}
