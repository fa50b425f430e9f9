/// Going back to earlier visits.
extension Run {
  /// Goes back as soon as the executing closure has returned. Nothing else starts until then. Called on the queue, in one of
  /// the run's closures.
  func goBackSoon(to identifier: String?) {
    laneAtWork?.turnBack()
    eventLoop.meet { [self] in _ = goBack(to: identifier) }
  }

  /// Goes back now, between two closures. Called on the queue.
  ///
  /// - Parameter identifier: The name of the step to go back to; nil for the previous step.
  /// - Returns: An error if the run can't go back; nil if it has gone back or has ended as cancelled.
  func goBack(to identifier: String?) -> FlowHistoryError? {
    if let journal = durability?.journal { return goBack(to: identifier, by: journal) }
    guard let history, let lane = laneAtWork else { return .runEnded(id) }
    if let unknown = refusal(to: identifier) { return unknown }
    // The history comes first, because a closure that is called from here can go back further.
    let way = history.goBack(to: identifier)
    lane.leaveStep()
    eventLoop.setLane(lane)
    switch way {
    case .to(let taken):
      let changed = takeBack(taken)
      guard let target = taken.last else { return nil }
      if isObserved {
        report(.wentBack, of: target.step.name, at: lane.place)
        for key in changed { reportRestored(key) }
      }
      target.visit.restore(target.step)
      // Restore the first content that its children had in that visit.
      let children = taken.dropLast().reversed().prefix { !$0.isPlaceToReturn }
      for child in children.reversed() { child.visit.restore(child.step) }
      lane.comeTo(target.step)
    case .pastTheFirst(let taken):
      _ = takeBack(taken)
      backOut()
    }
    return nil
  }

  /// Leaves a durable run. Its owner takes the run back and continues it.
  private func goBack(to identifier: String?, by journal: any RunJournal) -> FlowHistoryError? {
    guard laneAtWork != nil else { return .runEnded(id) }
    if let refusal = journal.refusal(toGoBackTo: identifier) { return refusal }
    journal.goBack(to: identifier)
    setAside()
    return nil
  }

  /// Returns an error if the run can't go back to a step; nil if it can.
  func refusal(to identifier: String?) -> FlowHistoryError? {
    if let journal = durability?.journal, laneAtWork != nil { return journal.refusal(toGoBackTo: identifier) }
    guard let history, laneAtWork != nil else { return .runEnded(id) }
    guard let identifier, !history.canGoBack(to: identifier) else { return nil }
    return .unknownStep(identifier, run: id, known: history.names)
  }

  /// Traps if the run keeps no history.
  func preconditionReversible() {
    requireUse(
      history != nil || durability != nil,
      "Flow '\(id.flow)' keeps no history, so its runs cannot go back. Make the flow reversible().")
  }

  /// Leaves the step that hosts a run after that run has gone back past its first step.
  func leaveBackwards() {
    if history != nil || durability != nil { goBackSoon(to: nil) } else { cancelFromOutside() }
  }

  /// The first lane, if one of its steps is starting, under way, or about to start.
  private var laneAtWork: Lane? {
    guard isUnderWay, let root, root.state.isAtWork else { return nil }
    return root
  }

  /// Ends the run because it has gone back past its first step.
  private func backOut() {
    root?.close()
    settle(.cancelled)
  }

  /// Undoes visits and restores the values of the context, visit by visit: an undo closure finds the values that its visit has
  /// left. Returns the keys of the restored values.
  private func takeBack(_ taken: [History.Entry]) -> [any FlowContextKey.Type] {
    var keys: [any FlowContextKey.Type] = []
    var seen: Set<ObjectIdentifier> = []
    for entry in taken {
      let isUndone = entry.visit.isCompleted && entry.visit.undo(entry.step)
      if isUndone, isObserved {
        report(.stepUndone, of: entry.step.name, at: entry.place)
      }
      guard entry.isPlaceToReturn, let changes = history?.takeBackChanges(since: entry.contextMark) else { continue }
      for change in changes {
        restoreContextValue(of: change.key, to: change.old)
        if seen.insert(ObjectIdentifier(change.key)).inserted { keys.append(change.key) }
      }
    }
    return keys
  }

  private func reportRestored(_ key: any FlowContextKey.Type) {
    let value = values.own[ObjectIdentifier(key)].map { key.isPrivate ? "(private)" : ValueText.text(of: $0) }
    report(.contextRestored(key.name, value), of: nil, at: place)
  }
}
