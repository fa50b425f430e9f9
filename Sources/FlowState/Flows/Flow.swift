public import Dispatch
import Synchronization

/// A flow as a value: how to make its steps, and where they run.
///
/// The builder makes the steps afresh for every run, on the run's queue, and returns the first one. What it captures and
/// changes there is safe: all closures of a run execute on that queue, one at a time. A run ends when its chain comes to
/// rest, or when a step fails; then everything that the builder made is taken apart, cycles included.
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
  /// What the copies of a flow share.
  private final class Template: Sendable {
    let identifier: String
    let build: @Sendable (FlowScope<Content, Result>) -> any Startable
    let runs = Atomic<Int>(0)

    init(_ identifier: String, _ build: @escaping @Sendable (FlowScope<Content, Result>) -> any Startable) {
      self.identifier = identifier
      self.build = build
    }
  }

  private let template: Template
  private var clock: any FlowClock = MonotonicClock()
  private var observer: (any FlowObserver)?
  /// How many visits a run keeps to go back to; nil for none.
  private var visitsKept: Int?
  /// What a test has attached to every run.
  package var probes: RunProbes?
  /// The experiments that the flow takes part in.
  private var assignments: [VariantAssignment] = []
  /// Where the runs execute; nil for a queue of each run's own.
  private(set) var queue: (any FlowQueue)?

  /// Makes a flow.
  ///
  /// The builder does not belong to any actor. For one that uses main-actor code, use the initialiser with `onMainActor:`, or
  /// mark the trailing closure `@MainActor`.
  ///
  /// - Parameters:
  ///   - content: The type of what a run is started with; `Any.self` for nothing.
  ///   - result: The type of what a run yields; `Void.self` for nothing.
  ///   - identifier: The name of the flow in errors and traces.
  ///   - queue: The serial queue on which every run executes; on a concurrent one the turns of all runs exclude each other and
  ///     everything else there. Without one each run has its own, on the global pool.
  ///   - build: Makes the steps of one run and returns the first. Called on the run's queue.
  public init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    on queue: DispatchQueue? = nil,
    _ build: @escaping @Sendable (_ scope: FlowScope<Content, Result>) -> any Startable
  ) {
    template = Template(identifier, build)
    self.queue = queue.map { DispatchFlowQueue($0) }
  }

  /// The name of the flow in errors and traces.
  public var identifier: String { template.identifier }

  /// The same flow, told to an observer, in place of one that it had.
  ///
  /// A nested flow without an observer of its own reports to that of the flow that it is nested in.
  ///
  /// - Parameter observer: Receives the events of every run.
  /// - Returns: The flow.
  public func observed(by observer: any FlowObserver) -> Flow {
    var flow = self
    flow.observer = observer
    return flow
  }

  /// The same flow, told to several observers, in place of one that it had.
  ///
  /// - Parameter observers: Receive the events of every run, each event in this order; none if the list is empty.
  /// - Returns: The flow.
  public func observed(by observers: [any FlowObserver]) -> Flow {
    var flow = self
    flow.observer = observers.isEmpty ? nil : ObserverList(observers: observers)
    return flow
  }

  /// The same flow on another clock.
  ///
  /// - Parameter clock: The time of every run.
  /// - Returns: The flow.
  public func timed(by clock: any FlowClock) -> Flow {
    var flow = self
    flow.clock = clock
    return flow
  }

  /// The same flow on another queue, for instance one that a test plays by hand.
  ///
  /// - Parameter queue: Where every run executes.
  /// - Returns: The flow.
  public func on(_ queue: any FlowQueue) -> Flow {
    var flow = self
    flow.queue = queue
    return flow
  }

  /// The same flow on another Dispatch queue.
  ///
  /// - Parameter queue: The serial queue on which every run executes. On a concurrent one the turns of all runs exclude each
  ///   other and everything else there.
  /// - Returns: The flow.
  public func on(_ queue: DispatchQueue) -> Flow {
    on(DispatchFlowQueue(queue))
  }

  /// The same flow, whose runs remember where they have been and can go back: see ``FlowScope/goBack()``.
  ///
  /// A visit keeps its step and the content and result that it had. A nested flow remembers on its own: make it reversible too
  /// if its steps go back.
  ///
  /// - Parameter visits: How many earlier steps a run remembers; without a number all of them. Going back further than that
  ///   ends the run as cancelled. Of the steps that one step hosts, about as many are remembered, 64 at least. Must not be
  ///   negative.
  /// - Returns: The flow.
  public func reversible(visits: Int = .max) -> Flow {
    requireUse(visits >= 0, "Flow '\(identifier)' is to remember \(visits) visits; that number must not be negative.")
    var flow = self
    flow.visitsKept = min(visits, .max - 1)
    return flow
  }

  /// The same flow, as the variant of an experiment that somebody has been assigned to.
  ///
  /// Its runs tell their observer of it, and their steps can read it: see ``FlowContext/variant(of:)``.
  ///
  /// - Parameter assignment: The variant that the flow is.
  /// - Returns: The flow.
  public func assigned(_ assignment: VariantAssignment) -> Flow {
    var flow = self
    flow.assignments.append(assignment)
    return flow
  }

  // MARK: Running

  /// Makes a run on an event loop of its own; ``schedule(_:_:parent:conclude:)`` begins it by a turn of its queue.
  ///
  /// - Parameters:
  ///   - queue: Where the run executes.
  ///   - host: The run that waits for this one, on this queue or another, if one does.
  ///   - runsAsyncSteps: Whether async steps execute on the queue too, because a thread of Swift's pool waits for the run.
  /// - Returns: The run.
  func makeRun(on queue: any FlowQueue, host: Run? = nil, runsAsyncSteps: Bool = false) -> Run {
    host?.blocked?.preconditionFree(queue, for: identifier)
    let runsAsyncSteps = host?.eventLoop.runsAsyncSteps ?? runsAsyncSteps
    return makeRun(eventLoop: EventLoop(queue: queue, runsAsyncSteps: runsAsyncSteps), host: host)
  }

  /// Begins a run by a turn of its queue.
  func schedule(
    _ run: Run, _ content: Content?, parent: FlowPlace? = nil, conclude: @escaping (FlowOutcome<Result>) -> Void
  ) {
    let scope = FlowScope<Content, Result>(content)
    run.eventLoop.postLater(ClosureMessage { beginRun(run, scope, parent: parent, conclude: conclude) })
  }

  /// Begins a run inside the run whose closure is executing, on the same event loop.
  func nest(_ content: Content?, in parent: Run, conclude: @escaping (FlowOutcome<Result>) -> Void) -> Run {
    let run = makeRun(eventLoop: parent.eventLoop, host: parent)
    beginRun(run, FlowScope(content), parent: parent.place, conclude: conclude)
    return run
  }

  private func makeRun(eventLoop: EventLoop, host: Run?) -> Run {
    let number = template.runs.add(1, ordering: .relaxed).newValue
    let run = Run(
      id: FlowRunID(flow: template.identifier, number: number), eventLoop: eventLoop,
      observers: observer.map { [$0] } ?? host?.observers ?? [], clock: host?.clock ?? clock, visitsKept: visitsKept,
      parent: host?.eventLoop === eventLoop ? host : nil)
    run.blocked = host?.blocked
    run.assignments = assignments
    run.assignmentsAround = host.flatMap { EnclosingAssignments.around(nestedIn: $0) }
    run.probes = RunProbes.merged(probes, under: host?.probes)
    // Whoever makes a run begins it at once.
    run.probes?.watch?.started(run.id)
    return run
  }

  private func beginRun(
    _ run: Run, _ scope: FlowScope<Content, Result>, parent: FlowPlace?,
    conclude: @escaping (FlowOutcome<Result>) -> Void
  ) {
    scope.connect(to: run)
    run.begin(parent: parent, completion: FlowCompletion(of: run, scope, conclude)) {
      AnyFlowStep.of(template.build(scope))
    }
  }
}
