import Synchronization

/// How a run ends, and what it waits for before it does.
extension Run {
  /// The lane has come to rest and may move again; until then only its handlers hold it.
  func rests(_ lane: Lane) {
    if lane === root { root = nil }
  }

  /// A lane at rest moves again.
  func moves(_ lane: Lane) {
    if lane.isRoot { root = lane }
  }

  /// The first lane has come to its end.
  func end(_ failure: FlowError?) {
    settle(failure.map { .failed($0) } ?? .completed(nil))
  }

  /// Ends the run and all that it has under way. An open run has no end: what it has under way is cancelled, and it comes to
  /// rest.
  func cancel() {
    if isOpen { return root?.leaveChain() ?? () }
    isCancelled.store(true, ordering: .releasing)
    guard completion != nil else { return }
    root?.close()
    settle(.cancelled)
  }

  /// Ends the run, from any thread: at once if the caller is on its queue and nothing is under way there.
  func cancelFromOutside() {
    if !isOpen { isCancelled.store(true, ordering: .releasing) }
    if CurrentThread.eventLoop === eventLoop {
      eventLoop.meet { [self] in cancel() }
    } else {
      eventLoop.post(ClosureMessage { [self] in cancel() })
    }
  }

  /// Ends the run, from any thread, by a turn of its queue: for whoever calls under a lock, as a task that is cancelled does.
  func cancelByTurn() {
    isCancelled.store(true, ordering: .releasing)
    if CurrentThread.eventLoop === eventLoop {
      eventLoop.meet { [self] in cancel() }
    } else {
      eventLoop.postLater(ClosureMessage { [self] in cancel() })
    }
  }

  /// Ends the run unless it has ended; whoever waits hears of it when nothing works for the run any more.
  func settle(_ ending: FlowOutcome<Never>) {
    let place = rootPlace
    root = nil
    guard let completion = completion.take() else { return }
    completion.runSettled(ending)
    depart { [self] in
      hasEnded = true
      if isObserved { report(.runEnded(ending), of: nil, at: place) }
      eventLoop.afterward { [self] in
        // Whoever hears of the end finds nothing of the run alive.
        history?.clear()
        steps.dismantle()
        endContext()
        if dependents == 0 { parent = nil }
        completion.runEnded()
      }
    }
  }

  // MARK: What outlives a step

  /// Something has begun to work for this run that takes its time to end even when it is cancelled: the run will not end
  /// before it has.
  func hold() {
    var run = self
    while run.holdsOnce(), let parent = run.parent { run = parent }
  }

  /// Counts one more that works for this run; returns whether it is the first, so that the run around has to wait too.
  private func holdsOnce() -> Bool {
    dependents += 1
    return dependents == 1
  }

  /// The opposite of ``hold()``.
  func letGo() {
    var run: Run? = self
    while let current = run {
      current.dependents -= 1
      guard current.dependents == 0 else { return }
      // The end of this run comes before that of the one around it, which waits for it as for one dependent.
      run = current.parent
      if let departure = current.departure.take() { departure() }
    }
  }

  private func depart(_ body: @escaping () -> Void) {
    if dependents == 0 { body() } else { departure = body }
  }
}
