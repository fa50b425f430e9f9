public import Dispatch
import Synchronization

/// A value that describes how to make the steps of a flow and where they run.
///
/// The builder makes new steps for every run, on the run's queue, and returns the first one. All closures of a run execute on
/// that queue, one at a time, so they can safely change what the builder captures. A run ends when its chain comes to rest or
/// when a step fails. The run then takes apart everything that the builder made, including reference cycles.
///
/// ```swift
/// let greet = Flow(Any.self, String.self, identifier: "Greet") { scope in
///   let ask = FlowStep(Any.self, String.self, identifier: "Ask") { _ in prompt("Your name:") }
///   ask.setCompletion { _, name in scope.result = "Hello \(name ?? "stranger")" }
///   return ask
/// }
/// let greeting = try await greet.run()
/// ```
public struct Flow<Content, Result>: Sendable {
  /// The storage that the copies of a flow share.
  private final class Template: Sendable {
    let identifier: String
    let build: @Sendable (FlowScope<Content, Result>) -> any Startable
    let runs = Atomic<Int>(0)

    init(_ identifier: String, _ build: @escaping @Sendable (FlowScope<Content, Result>) -> any Startable) {
      self.identifier = identifier
      self.build = build
    }

    /// Builds the steps of a run and starts the first one. Called on the run's queue.
    func begin(_ run: Run, _ scope: FlowScope<Content, Result>, parent: FlowPlace?) {
      scope.connect(to: run)
      run.begin(parent: parent, completion: scope) { AnyFlowStep.of(build(scope)) }
    }
  }

  private let template: Template
  private var clock = SharedClock(MonotonicClock())
  /// The observers, in the order in which they receive events.
  private var observers: [any FlowObserver] = []
  /// Those of the observers that a closure of a run has added.
  private var observersOfRuns: [any FlowObserver] = []
  /// The number of visits that a run keeps to go back to; nil if the flow isn't reversible.
  private var visitsKept: Int?
  /// The occasions on which a run undoes its visits; nil if the flow doesn't say.
  private var undoOccasions: UndoOccasions?
  /// The probes that a test attaches to every run.
  package var probes: RunProbes?
  /// The experiments that the flow takes part in.
  private var assignments: [RunAssignment] = []
  /// The part of a durable run that the flow is; nil for others.
  private var part: DurablePart?
  /// The queue of every run; nil if the turns of each run execute on the global pool.
  package private(set) var queue: (any FlowQueue)?

  /// Creates a flow.
  ///
  /// The builder doesn't belong to an actor. If it uses main-actor code, use the initializer with `onMainActor:`, or mark the
  /// trailing closure `@MainActor`.
  ///
  /// - Parameters:
  ///   - content: The type of the run's content; `Any.self` if there is no content.
  ///   - result: The type of the run's result; `Void.self` if there is no result.
  ///   - identifier: The name of the flow in errors and traces.
  ///   - queue: The serial queue on which every run executes. On a concurrent queue, each turn of a run excludes all other
  ///     work on that queue. If nil, the turns of each run execute on the global pool, one at a time.
  ///   - build: Makes the steps of one run and returns the first step. Called on the run's queue.
  public init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    on queue: DispatchQueue? = nil,
    _ build: @escaping @Sendable (_ scope: FlowScope<Content, Result>) -> any Startable
  ) {
    template = Template(identifier, build)
    self.queue = queue.map { DispatchFlowQueue($0) }
  }

  /// Creates a flow whose one run is a part of a durable run.
  package init(
    identifier: String, _ part: DurablePart,
    _ build: @escaping @Sendable (_ scope: FlowScope<Content, Result>) -> any Startable
  ) {
    template = Template(identifier, build)
    self.part = part
  }

  /// The name of the flow in errors and traces.
  public var identifier: String { template.identifier }

  /// Returns a copy of the flow that reports to one more observer.
  ///
  /// Each event goes to the observers in the order in which they were added. A nested flow without an observer reports to the
  /// observers of the flow that contains it.
  ///
  /// - Parameter observer: Receives the events of every run.
  /// - Returns: The observed flow.
  public func observed(by observer: any FlowObserver) -> Flow {
    observed(by: [observer])
  }

  /// Returns a copy of the flow that reports to more observers.
  ///
  /// - Parameter observers: Receive the events of every run, in this order, after the observers that the flow has already.
  /// - Returns: The observed flow.
  public func observed(by observers: [any FlowObserver]) -> Flow {
    var flow = self
    flow.observers += observers
    if CurrentThread.run != nil { flow.observersOfRuns += observers }
    return flow
  }

  /// Returns a copy of the flow that uses another clock.
  ///
  /// - Parameter clock: The clock of every run.
  /// - Returns: The flow with the clock.
  public func timed(by clock: any FlowClock) -> Flow {
    var flow = self
    flow.clock = SharedClock(clock)
    return flow
  }

  /// Returns a copy of the flow that runs on another queue, for instance on one that a test advances by hand.
  ///
  /// - Parameter queue: The queue on which every run executes.
  /// - Returns: The flow on the queue.
  public func on(_ queue: any FlowQueue) -> Flow {
    var flow = self
    flow.queue = queue
    return flow
  }

  /// Returns a copy of the flow that runs on another Dispatch queue.
  ///
  /// - Parameter queue: The serial queue on which every run executes. On a concurrent queue, each turn of a run excludes all
  ///   other work on that queue.
  /// - Returns: The flow on the queue.
  public func on(_ queue: DispatchQueue) -> Flow {
    on(DispatchFlowQueue(queue))
  }

  /// Returns a copy of the flow whose runs record their visits and can go back; see ``FlowScope/goBack()``.
  ///
  /// A run undoes the visits that it takes back, and all of them when it is cancelled or fails, unless ``undoing(_:)`` says otherwise.
  ///
  /// A visit keeps its step, and the step's content and result. A nested flow has its own history: if its steps go back, make
  /// it reversible too.
  ///
  /// - Parameter visits: The number of earlier visits that a run keeps; all by default. Must not be negative. Going back
  ///   further ends the run as cancelled. Inside a step that hosts others, the run keeps about as many visits, but at least
  ///   64.
  /// - Returns: The reversible flow.
  public func reversible(visits: Int = .max) -> Flow {
    requireUse(visits >= 0, "Flow '\(identifier)' keeps \(visits) visits; the number must not be negative.")
    var flow = self
    flow.visitsKept = min(visits, .max - 1)
    return flow
  }

  /// Returns a copy of the flow whose runs undo their visits on some occasions; see ``FlowStep/setUndo(_:)-(_)``.
  ///
  /// The run keeps its visits for this, also if it isn't reversible; a run that loops for long should be ``reversible(visits:)`` with a
  /// limit. Visits that a limited run has forgotten aren't undone. A reversible flow undoes on all occasions by default, and so does one
  /// that is made from a chain whose declarations say how to undo. Other flows undo nothing.
  ///
  /// - Parameter occasions: The occasions.
  /// - Returns: The flow.
  public func undoing(_ occasions: UndoOccasions) -> Flow {
    var flow = self
    flow.undoOccasions = occasions
    return flow
  }

  /// Returns a copy of the flow that is a variant of an experiment.
  ///
  /// The steps of a run read the variant with ``FlowContext/variant(of:)``. The run reports the exposure to its observer when a
  /// step reads the variant for the first time. If the flow itself is the variant, report the exposure at the start instead. A
  /// unit that doesn't take part in the experiment isn't exposed.
  ///
  /// - Parameters:
  ///   - assignment: The experiment, and the variant that this flow is.
  ///   - isExposedAtStart: Whether each run reports the exposure when it begins.
  /// - Returns: The flow with the assignment.
  public func assigned(_ assignment: VariantAssignment, isExposedAtStart: Bool = false) -> Flow {
    var flow = self
    flow.assignments.append(RunAssignment(assignment, isExposedAtStart: isExposedAtStart))
    return flow
  }

  /// Returns a copy of a flow that is a part of a durable run, with an assignment of the run.
  ///
  /// - Parameters:
  ///   - assignment: The assignment.
  ///   - isVariant: Whether the flow is the variant, so that the first part of the run reports the exposure when it begins.
  /// - Returns: The flow with the assignment.
  package func assigned(_ assignment: VariantAssignment, isVariant: Bool) -> Flow {
    var flow = self
    let isFirst = part.map { !$0.isResumed } ?? true
    flow.assignments.append(
      RunAssignment(assignment, isExposedAtStart: isVariant && isFirst, wasExposed: isVariant && !isFirst))
    return flow
  }

  // MARK: Running

  /// Makes a run on an event loop of its own. ``schedule(_:_:parent:)`` begins it in a turn of its queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the run executes.
  ///   - host: The run that waits for this one, on this queue or another; nil if no run waits.
  ///   - runsAsyncSteps: Whether async steps execute on the queue too, because a thread of Swift's pool waits for the run.
  /// - Returns: The run.
  func makeRun(on queue: any FlowQueue, host: Run? = nil, runsAsyncSteps: Bool = false) -> Run {
    host?.blocked?.preconditionFree(queue, for: identifier)
    let runsAsyncSteps = host?.eventLoop.runsAsyncSteps ?? runsAsyncSteps
    return makeRun(eventLoop: EventLoop(queue: queue, runsAsyncSteps: runsAsyncSteps), host: host)
  }

  /// Begins a run in a turn of its queue.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - scope: The scope of the run. It has the content, and receives the end.
  ///   - parent: The place in the run that waits for this one; nil if no run waits.
  func schedule(_ run: Run, _ scope: FlowScope<Content, Result>, parent: FlowPlace? = nil) {
    // Captures the template, not the flow, because the closure would look up the type of the flow.
    let template = template
    run.eventLoop.postLater(ClosureMessage { template.begin(run, scope, parent: parent) })
  }

  /// Begins a run inside the run whose closure is executing, on the same event loop.
  func nest(_ content: Content?, in parent: Run, conclude: @escaping (FlowOutcome<Result>) -> Void) -> Run {
    let run = makeRun(eventLoop: parent.eventLoop, host: parent)
    let scope = FlowScope(content) { scope, ending in conclude(scope.takeOutcome(ending)) }
    template.begin(run, scope, parent: parent.place)
    return run
  }

  private func makeRun(eventLoop: EventLoop, host: Run?) -> Run {
    let probes = RunProbes.merged(probes, under: host?.probes)
    let run = Run(
      id: makeID(), eventLoop: eventLoop,
      observers: runObservers(probes, under: host), clock: host?.sharedClock ?? clock, history: makeHistory(),
      parent: host?.eventLoop === eventLoop ? host : nil)
    run.blocked = host?.blocked
    if let host { run.surround(with: host) }
    if !assignments.isEmpty { run.assignments = assignments.map(\.anew) }
    run.assignmentsAround = host.flatMap { EnclosingAssignments.list($0.assignments, in: $0.assignmentsAround) }
    run.probes = probes
    if let part { run.becomeDurable(isResumed: part.isResumed, after: part.visits, isSilent: part.isSilent) }
    // Every caller begins the run at once.
    if let watch = probes?.watch { run.probeStart(to: watch, observers: observersOfRuns) }
    return run
  }

  /// Returns the history of a new run; nil if the run keeps none.
  private func makeHistory() -> History? {
    guard visitsKept != nil || undoOccasions.map({ !$0.isEmpty }) ?? false, part == nil else { return nil }
    return History(limit: visitsKept, occasions: undoOccasions ?? .all)
  }

  /// Returns the ID of a new run, or of a durable run that this flow is a part of.
  private func makeID() -> FlowRunID {
    if let part { return FlowRunID(flow: template.identifier, number: part.number) }
    let number = template.runs.add(1, ordering: .relaxed).newValue
    return FlowRunID(ofNewRunOf: template.identifier, number: number)
  }

  /// Returns the observers of a run: those of its flow or of the enclosing run, and that of a test.
  private func runObservers(_ probes: RunProbes?, under host: Run?) -> RunObservers {
    // The enclosing run's observers include that of the test.
    if observers.isEmpty, let host { return host.observers }
    guard let observer = probes?.observer else { return RunObservers(observers) }
    return RunObservers([observer] + observers)
  }

  /// Returns the queue of a run that is nested in another; nil if it is the queue of the other run.
  func queue(nestedIn run: Run) -> (any FlowQueue)? {
    guard let own = queue else { return nil }
    // If a test plays the enclosing run by hand, it plays this one too.
    let queue = run.probes?.script?.queue(replacing: own) ?? own
    return queue.identity == run.eventLoop.queue.identity ? nil : queue
  }
}
