import FlowJSON
public import FlowState

/// Starts and finds the runs of a store without working for them, as a web server does whose workers are other processes.
///
/// ```swift
/// let starter = FlowStarter(store)
/// let run = try await starter.start(order, Order(id: "4711", cents: 990), key: "4711")
/// ```
///
/// A ``FlowWorker`` of any process executes the runs.
public final class FlowStarter: Sendable {
  /// The store of the runs.
  public let store: any FlowStore
  /// The watch for the ends of the runs that were started or found.
  let outcomes: RunWatch

  /// Creates a starter.
  ///
  /// - Parameters:
  ///   - store: The store of the runs.
  ///   - clock: The clock of the time limits with which programs wait for runs.
  public convenience init(_ store: any FlowStore, timed clock: any FlowClock = MonotonicClock()) {
    self.init(store, RunWatch(store, timed: clock))
  }

  init(_ store: any FlowStore, _ outcomes: RunWatch) {
    self.store = store
    self.outcomes = outcomes
  }

  /// Starts a run of a flow, as ``FlowWorker/start(_:_:key:assignments:queue:tenant:priority:after:in:)`` does.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - content: The content of the run.
  ///   - key: The key under which the flow runs at most once.
  ///   - assignments: The variants of experiments that are assigned to the run.
  ///   - queue: The name of the store's queue from which workers claim the run.
  ///   - tenant: The tenant for whom the run works.
  ///   - priority: The priority.
  ///   - delay: The time after which the run may start.
  ///   - place: The place to which the run is added; nil for the store itself.
  /// - Returns: The run.
  /// - Throws: An error of the store; a ``DurableRunError``.
  public func start<Content, Result>(
    _ flow: DurableFlow<Content, Result>, _ content: Content? = nil, key: String? = nil,
    assignments: [VariantAssignment] = [], queue: String = "default", tenant: String? = nil, priority: Int = 0,
    after delay: Duration = .zero, in place: (any RunAdding)? = nil
  ) async throws -> DurableRun<Content, Result> {
    var start = RunStart(content, key: key)
    (start.assignments, start.queue, start.tenant) = (assignments, queue, tenant)
    (start.priority, start.delay) = (priority, delay)
    let (run, plain) = try newRun(flow.definition, start)
    return await handle(flow, run, plain, try await (place ?? store).add(run))
  }

  /// Starts runs of a flow with one call of the store.
  ///
  /// ```swift
  /// let orders = [Order(id: "4711", cents: 990), Order(id: "4712", cents: 5)]
  /// let runs = try await FlowStarter(store).start(order, orders.map { RunStart($0, key: $0.id) })
  /// ```
  ///
  /// Of several runs with the same key, the first one is started. A `PostgresStore` adds all runs or, if it throws, none; other
  /// stores may have added some of them.
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
    let new = try starts.map { try newRun(flow.definition, $0) }
    let added = try await (place ?? store).add(new.map(\.run))
    var runs: [DurableRun<Content, Result>] = []
    for ((run, plain), added) in zip(new, added) { runs.append(await handle(flow, run, plain, added)) }
    return runs
  }

  /// Returns a run for the store, and its content before it is sealed.
  private func newRun<Content>(
    _ definition: DurableDefinition, _ start: RunStart<Content>
  ) throws -> (run: NewRun, plain: JSONValue?) {
    if let experiment = definition.experiment, definition.checkedChain(for: start.assignments) == nil {
      throw DurableRunError.noVariant(flow: definition.identifier, experiment: experiment)
    }
    var run = NewRun(flow: definition.identifier, key: start.key)
    var plain: JSONValue?
    if let content = start.content, Content.self != Any.self {
      do {
        let encoded = try definition.content.encode(content)
        plain = encoded
        run.content = try definition.contentSeal(store.identity).seal(encoded, DurableDefinition.contentName)
      } catch {
        throw DurableRunError.notStored("The content of flow '\(definition.identifier)' can't be stored: \(error)")
      }
    }
    run.assignments = start.assignments
    run.queue = start.queue
    run.tenant = start.tenant
    run.priority = start.priority
    run.delay = start.delay
    return (run, plain)
  }

  private func handle<Content, Result>(
    _ flow: DurableFlow<Content, Result>, _ run: NewRun, _ plain: JSONValue?, _ added: (run: RunNumber, isNew: Bool)
  ) async -> DurableRun<Content, Result> {
    let definition = flow.definition
    let origin =
      added.isNew ? RunOrigin.started : .existing(contentDiffers: await differs(plain, added.run, definition))
    let (name, key) = await stored(run, added)
    return DurableRun(
      number: added.run, origin: origin, store: store, definition: definition, flow: name, key: key, watch: outcomes)
  }

  /// Returns the name of a run's flow and its key as the store spells them.
  private func stored(_ run: NewRun, _ added: (run: RunNumber, isNew: Bool)) async -> (flow: String, key: String?) {
    let composed = run.composed
    // Earlier versions have kept names as they were.
    guard !added.isNew, !(run.flow.isASCII && run.key?.isASCII ?? true) else {
      return (composed.flow, composed.key)
    }
    var query = RunQuery()
    query.numbers = [added.run]
    // A run that was added in a transaction which hasn't ended isn't visible, and this version has added it.
    let known = try? await store.runs(query, after: nil, limit: 1).first
    return (known?.flow ?? composed.flow, known?.key ?? composed.key)
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
    try await store.runs(query, after: nil, limit: 1).first.map { run(flow, $0) }
  }

  /// Returns the run with a summary.
  func run<Content, Result>(
    _ flow: DurableFlow<Content, Result>, _ summary: RunSummary
  ) -> DurableRun<Content, Result> {
    DurableRun(
      number: summary.number, origin: .existing(contentDiffers: nil), store: store, definition: flow.definition,
      flow: summary.flow, key: summary.key, watch: outcomes)
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
