import Synchronization

/// The end of a run, and the work that it waits for.
extension Run {
  /// Records that a lane has come to rest and can move again. Until then, only its handlers keep it alive.
  func rests(_ lane: Lane) {
    if lane === root { root = nil }
  }

  /// Records that a lane at rest moves again.
  func moves(_ lane: Lane) {
    if lane.isRoot { root = lane }
  }

  /// Ends the run because its first lane has ended.
  func end(_ failure: FlowError?) {
    settle(failure.map { .failed($0) } ?? .completed(nil))
  }

  /// Ends the run and cancels the work under way. An open run doesn't end; it cancels the work under way and comes to rest.
  func cancel() {
    if isOpen { return root?.leaveChain() ?? () }
    isCancelled.store(true, ordering: .releasing)
    guard completion != nil else { return }
    root?.close()
    settle(.cancelled)
  }

  /// Cancels the run, from any thread: at once if the caller is on its queue and nothing is under way there.
  func cancelFromOutside() {
    if !isOpen { isCancelled.store(true, ordering: .releasing) }
    eventLoop.meetOrPost { [self] in cancel() }
  }

  /// Cancels the run, from any thread, in a turn of its queue. For callers that may hold a lock, such as a cancelled task.
  func cancelByTurn() {
    isCancelled.store(true, ordering: .releasing)
    if CurrentThread.eventLoop === eventLoop {
      eventLoop.meet { [self] in cancel() }
    } else {
      eventLoop.postLater(ClosureMessage { [self] in cancel() })
    }
  }

  /// Settles the run, unless it has settled. Reports its end when no work for the run is left.
  func settle(_ ending: FlowOutcome<Never>) {
    let place = rootPlace
    root = nil
    guard let completion = completion.take() else { return }
    if findings != nil, case .completed = ending { findings?.missingResult = completion.missingResult }
    completion.runSettled(ending)
    if dependents == 0 { return depart(ending, at: place, completion) }
    departure = { [self] in depart(ending, at: place, completion) }
  }

  /// Reports the end of the run, for which no work is left.
  private func depart(_ ending: FlowOutcome<Never>, at place: FlowPlace, _ completion: any RunCompletion) {
    hasEnded = true
    if findings != nil, case .completed = ending { reportFindings() }
    if isObserved { report(isSetAside ? .runSetAside : .runEnded(ending), of: nil, at: place) }
    eventLoop.perform(afterwards: .end(self, completion))
  }

  /// Releases everything, and then passes the end on.
  func finish(_ completion: any RunCompletion) {
    durability?.end()
    history?.clear()
    steps.dismantle()
    if let extras { endObjects(of: extras) }
    if probes != nil { tellOfContextValues() }
    endContext()
    if dependents == 0 { parent = nil }
    probes?.watch?.ended(id)
    completion.runEnded()
  }

  /// Ends the objects of this run that other code refers to, so that they no longer call or keep anything of the run.
  private func endObjects(of extras: RunExtras) {
    let callbacks = extras.callbacks
    extras.callbacks = [:]
    for (_, callback) in callbacks.sorted(by: { $0.key < $1.key }) { callback.end() }
    for relay in extras.relays.take() { relay.withdraw(after: self) }
  }

  // MARK: Work that outlives a step

  /// Keeps the run from ending while a dependent works for it. A dependent can take time to end even after it is cancelled.
  /// Balance each call with ``letGo()``.
  func hold() {
    var run = self
    while run.holdsOnce(), let parent = run.parent { run = parent }
  }

  /// Counts a dependent. Returns whether it is the first, so that the enclosing run must wait too.
  private func holdsOnce() -> Bool {
    dependents += 1
    return dependents == 1
  }

  /// Ends the work of a dependent; see ``hold()``.
  func letGo() {
    var run: Run? = self
    while let current = run {
      current.dependents -= 1
      guard current.dependents == 0 else { return }
      // This run ends before the enclosing run, which counts it as one dependent.
      run = current.parent
      if let departure = current.departure.take() { departure() }
    }
  }
}
