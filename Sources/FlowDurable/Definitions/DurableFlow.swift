public import FlowChains
public import FlowState

/// A flow whose runs survive the end of their process.
///
/// ```swift
/// let order = try DurableFlow(chain, Order.self, keeping: TheOrder.self, ThePayment.self, undoing: .onCancel) { context in
///   context[ThePayment.self]?.id
/// }
/// let worker = FlowWorker(store, running: [order])
/// ```
///
/// After each step, a run stores the step's result, the values that the step has set, and the next step. When the
/// process ends, a ``FlowWorker`` in another process continues at that step. Each step receives the stored values,
/// decoded again, even if nothing goes wrong, so the first test shows a value that doesn't survive being stored.
///
/// The content, the results of the steps, the kept values, and the flow's result must be `Codable`. Setting the value
/// of a key that the flow doesn't keep traps.
public struct DurableFlow<Content, Result>: AnyDurableFlow {
  /// The definition of the flow, without its types.
  public internal(set) var definition: DurableDefinition

  /// Creates a durable flow from a chain.
  ///
  /// - Parameters:
  ///   - chain: The steps and their order. The name of the chain is the name under which a store knows the flow.
  ///   - content: The type of the runs' content; `Any.self` if there is no content.
  ///   - result: The type of the runs' result.
  ///   - keys: The keys whose values the runs keep.
  ///   - occasions: The occasions on which a run undoes its visits. A durable run always undoes the visits that it goes back past.
  ///   - codec: Seals the stored values; required if the value of a key is private.
  ///   - summary: Returns the result of the run when the chain has ended. Called on the run's queue.
  /// - Throws: A `FlowChainError` with every problem of the chain and of storing its runs.
  public init<each Key: DurableKey>(
    _ chain: FlowChain, _ content: Content.Type = Content.self, _ result: Result.Type = Result.self,
    keeping keys: repeat (each Key).Type,
    undoing occasions: UndoOccasions = .all, sealedBy codec: (any PayloadCodec)? = nil,
    result summary: @escaping @Sendable (_ context: FlowContext) -> Result?
  ) throws(FlowChainError) {
    var kept: [KeptKey] = []
    repeat kept.append(KeptKey(each keys))
    definition = try DurableDefinition(
      chain.identifier, [nil: chain], Content.self, FlowValueType(of: Result.self), kept, occasions, codec
    ) { context in summary(context) }
  }

  /// Creates a durable flow without a result from a chain.
  ///
  /// ```swift
  /// let reminders = try DurableFlow(chain, Order.self, keeping: TheOrder.self)
  /// ```
  ///
  /// - Parameters:
  ///   - chain: The steps and their order. The name of the chain is the name under which a store knows the flow.
  ///   - content: The type of the runs' content; `Any.self` if there is no content.
  ///   - keys: The keys whose values the runs keep.
  ///   - occasions: The occasions on which a run undoes its visits.
  ///   - codec: Seals the stored values; required if the value of a key is private.
  /// - Throws: A `FlowChainError` with every problem of the chain and of storing its runs.
  public init<each Key: DurableKey>(
    _ chain: FlowChain, _ content: Content.Type = Content.self, keeping keys: repeat (each Key).Type,
    undoing occasions: UndoOccasions = .all, sealedBy codec: (any PayloadCodec)? = nil
  ) throws(FlowChainError) where Result == Void {
    try self.init(
      chain, content, Void.self, keeping: repeat (each keys), undoing: occasions, sealedBy: codec, result: { _ in nil })
  }

  /// Creates a durable flow from the variants of an experiment. A run keeps the variant with which it started.
  ///
  /// - Parameters:
  ///   - variants: The chains, for instance the `FlowVariants` of FlowExperiments. Runs start with an assignment; see
  ///     ``FlowWorker/start(_:_:key:assignments:queue:tenant:priority:after:in:)``.
  ///   - identifier: The name under which a store knows the flow.
  ///   - content: The type of the runs' content; `Any.self` if there is no content.
  ///   - result: The type of the runs' result.
  ///   - keys: The keys whose values the runs keep.
  ///   - occasions: The occasions on which a run undoes its visits. A durable run always undoes the visits that it goes back past.
  ///   - codec: Seals the stored values; required if the value of a key is private.
  ///   - summary: Returns the result of the run when the chain has ended. Called on the run's queue.
  /// - Throws: A `FlowVariantsError` or a `FlowChainError` with every problem.
  public init<each Key: DurableKey>(
    _ variants: some FlowChainVariants, identifier: String, _ content: Content.Type = Content.self,
    _ result: Result.Type = Result.self, keeping keys: repeat (each Key).Type, undoing occasions: UndoOccasions = .all,
    sealedBy codec: (any PayloadCodec)? = nil,
    result summary: @escaping @Sendable (_ context: FlowContext) -> Result?
  ) throws {
    var kept: [KeptKey] = []
    repeat kept.append(KeptKey(each keys))
    var chains: [String?: FlowChain] = [:]
    for (variant, chain) in try variants.checkedChains() { chains[variant] = chain }
    definition = try DurableDefinition(
      identifier, chains, Content.self, FlowValueType(of: Result.self), kept, occasions, codec
    ) { context in summary(context) }
    definition.experiment = variants.experimentName
  }

  /// The name under which a store knows the flow.
  public var identifier: String { definition.identifier }

  /// Returns a copy of the flow whose runs keep another number of visits for going back. The default is 100.
  ///
  /// A run can go back only to the visits that it keeps, and undoes only those. The number also limits the size of a
  /// run whose chain loops.
  ///
  /// - Parameter visits: The number of visits; must not be negative.
  /// - Returns: The flow.
  public func remembering(visits: Int) -> DurableFlow {
    requireUse(visits >= 0, "Flow '\(identifier)' remembers \(visits) visits; the number must not be negative.")
    var flow = self
    flow.definition.rules.visitsKept = visits
    return flow
  }

  /// Returns a copy of the flow that reports to one more observer.
  ///
  /// Each event goes to the observers in the order in which they were added. A run that a worker resumes reports
  /// `FlowEvent.Kind.runResumed` first. A run that rests, or that another worker continues, reports
  /// `FlowEvent.Kind.runSetAside` last.
  ///
  /// - Parameter observer: Receives the events of every run.
  /// - Returns: The observed flow.
  public func observed(by observer: any FlowObserver) -> DurableFlow {
    observed(by: [observer])
  }

  /// Returns a copy of the flow that reports to more observers.
  ///
  /// - Parameter observers: Receive the events of every run, in this order, after the flow's existing observers.
  /// - Returns: The observed flow.
  public func observed(by observers: [any FlowObserver]) -> DurableFlow {
    var flow = self
    flow.definition.observers += observers
    return flow
  }

  /// Returns a copy of the flow that a test probes.
  package func probed(script: (any RunProbe)? = nil, watch: (any RunProbe)? = nil) -> DurableFlow {
    var flow = self
    let probes = flow.definition.probes
    flow.definition.probes = RunProbes(script: script ?? probes?.script, watch: watch ?? probes?.watch)
    return flow
  }
}

/// A durable flow with erased types, for the list of a worker's flows.
///
/// ```swift
/// let flows: [any AnyDurableFlow] = [order, signup]
/// ```
public protocol AnyDurableFlow: Sendable {
  /// The definition of the flow, without its types.
  var definition: DurableDefinition { get }
}
