import Synchronization

/// The properties of a durable run that other runs don't have. Guarded by the event loop.
final class RunDurability {
  /// Whether the run has begun in an earlier part.
  let isResumed: Bool
  /// The journal, from the beginning of the run on.
  var journal: (any RunJournal)?
  /// The keys whose values have changed since the last record, in order.
  private var changes: [any FlowContextKey.Type] = []
  private var changed: Set<ObjectIdentifier> = []
  /// The gate at which the run waits.
  var gate: StepGate?
  /// Whether the run leaves its step because it will continue elsewhere. If so, nothing in it is cancelled.
  var isSetAside = false
  /// The numbers of the visits inside the current step.
  var innerVisits = InnerVisits()

  init(isResumed: Bool) {
    self.isResumed = isResumed
  }

  /// Records that a closure of the run sets a value.
  func noteChange(of key: any FlowContextKey.Type) {
    journal?.requireKept(key)
    if changed.insert(ObjectIdentifier(key)).inserted { changes.append(key) }
  }

  func takeChanges() -> [any FlowContextKey.Type] {
    defer {
      changes.removeAll(keepingCapacity: true)
      changed.removeAll(keepingCapacity: true)
    }
    return changes
  }

  /// Releases the journal, because the run has ended.
  func end() {
    gate.take()?.end()
    journal = nil
  }
}

extension FlowContext {
  /// Returns the keys whose values the closures of a durable run have changed since the last call.
  package func takeChanges() -> [any FlowContextKey.Type] {
    runUnderWay?.durability?.takeChanges() ?? []
  }

  /// Returns the run's own value of a key.
  package func value(of key: any FlowContextKey.Type) -> Any? {
    runUnderWay?.values.own[ObjectIdentifier(key)]
  }

  /// Sets a value to what a record has, without an event.
  package func restore(_ key: any FlowContextKey.Type, to value: Any?) {
    runUnderWay?.restoreContextValue(of: key, to: value)
  }
}

extension Run {
  /// Whether the run leaves its step without cancelling it.
  var isSetAside: Bool { durability?.isSetAside ?? false }

  /// The journal of this run, or of the nearest enclosing run that has one.
  var nearestJournal: (any RunJournal)? { nearestDurable?.durability?.journal }

  /// This run or the nearest enclosing run that has a journal.
  fileprivate var nearestDurable: Run? {
    var place: Run? = self
    while let run = place {
      if run.durability?.journal != nil { return run }
      place = run.parent
    }
    return nil
  }

  /// Records that the failure route of a step starts it again in the same visit.
  func noteRetry(of step: AnyFlowStep, in lane: Lane) {
    nearestDurable?.durability?.innerVisits.retries(step.identifier, in: lane.owner)
  }

  /// Leaves the step under way as soon as the executing closure has returned.
  func setAsideSoon() {
    laneAtWork?.changeState { $0.turnBack() }
    eventLoop.meet { [self] in setAsideAfterRequests() }
  }

  /// Leaves the step under way after the requests to go back that closures of the run have made. They were accepted.
  func setAsideAfterRequests(then left: @escaping () -> Void = {}) {
    let leave = { [self] in
      setAside()
      left()
    }
    if eventLoop.hasRequests { eventLoop.meet(leave) } else { leave() }
  }

  /// Leaves the step under way. The run continues later, perhaps elsewhere.
  func setAside() {
    guard let durability, isUnderWay else {
      isCancelled.store(true, ordering: .releasing)
      return
    }
    durability.isSetAside = true
    root?.close()
    settle(.cancelled)
  }
}

extension AnyFlowStep {
  /// The visit of the declared step in whose durable run this step executes; nil in a run that isn't durable.
  package final var declaredVisit: DeclaredVisit? { currentRun?.nearestJournal?.visit }

  /// The visit in which this step executes in a run that isn't durable. A step that an operator wraps has the visit of the operator, also
  /// when it starts again.
  package final var visitInMemory: DeclaredVisit? {
    (CurrentThread.lane ?? latestLane).map { DeclaredVisit(of: identifier, at: $0.run.rootPlace) }
  }

  /// The steps from the declared step of ``declaredVisit``, which isn't included, to this one; nil in a run that isn't durable.
  package final var innerPath: [InnerStep]? {
    guard let lane = CurrentThread.lane ?? latestLane, let run = lane.run.nearestDurable,
      let durability = run.durability, let root = run.root
    else { return nil }
    guard lane !== root else { return [] }
    var path: [InnerStep] = []
    for place in root.lanes(to: lane) ?? [lane] {
      let visited = place === lane ? self : place.awaitedStep ?? place.work.host?.operatorStep
      guard let visited, place.host?.wraps(visited) != true else { continue }
      let name = visited.identifier
      let number = durability.innerVisits.number(of: name, at: place.visit, in: place.owner)
      path.append(InnerStep(name: name, number: number, branch: place.index))
    }
    return path
  }

  /// The name of the run that executes the step.
  package final var runID: FlowRunID? { currentRun?.id }
}

extension Lane {
  /// The object with which the numbers of the visits in the lane end. The first lane of a run is replaced when the run goes back.
  fileprivate var owner: AnyObject { isRoot ? run : self }

  /// Returns the lanes under this one that lead to a lane, outermost first; nil if there are none.
  fileprivate func lanes(to lane: Lane) -> [Lane]? {
    var path: [Lane] = []
    var open: [(lane: Lane, depth: Int)] = [(self, 0)]
    while let (next, depth) = open.popLast() {
      path.removeSubrange(depth...)
      path.append(next)
      if next === lane { return Array(path.dropFirst()) }
      for inner in next.work.host?.lanes ?? [] { open.append((inner, depth + 1)) }
    }
    return nil
  }
}
