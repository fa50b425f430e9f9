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
  func end(_ ending: Lane.Ending) {
    switch ending {
    case .rested: settle(.completed)
    case .failed(let error): settle(.failed(error))
    }
  }

  /// Ends the run and all that it has under way.
  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    guard conclude != nil else { return }
    root?.close()
    settle(.cancelled)
  }

  /// Ends the run, from any thread: at once if the caller is on its queue and nothing is under way there.
  func cancelFromOutside() {
    isCancelled.store(true, ordering: .releasing)
    if Ambient.conductor === conductor {
      conductor.meet { [self] in cancel() }
    } else {
      conductor.post(Errand { [self] in cancel() })
    }
  }

  /// Ends the run, from any thread, by a turn of its queue: for whoever calls under a lock, as a task that is cancelled does.
  func cancelByTurn() {
    isCancelled.store(true, ordering: .releasing)
    if Ambient.conductor === conductor {
      conductor.meet { [self] in cancel() }
    } else {
      conductor.postLater(Errand { [self] in cancel() })
    }
  }

  /// Ends the run unless it has ended; whoever waits hears of it when nothing works for the run any more.
  func settle(_ ending: FlowEvent.Ending) {
    let place = rootPlace
    root = nil
    guard let conclude else { return }
    self.conclude = nil
    let tell = conclude(ending)
    depart { [self] in
      hasEnded = true
      if isObserved { report(.runEnded(ending), step: nil, at: place) }
      conductor.afterward { [self] in
        // Whoever hears of the end finds nothing of the run alive.
        history?.clear()
        steps.dismantle()
        tell()
      }
    }
  }

  // MARK: What outlives a step

  /// Something has begun to work for this run that takes its time to end even when it is cancelled: the run will not end
  /// before it has.
  func hold() {
    dependents += 1
    parent?.hold()
  }

  /// The opposite of ``hold()``.
  func letGo() {
    dependents -= 1
    // The end of this run comes before that of the one around it.
    if dependents == 0, let departure = departure.take() { departure() }
    parent?.letGo()
  }

  private func depart(_ body: @escaping () -> Void) {
    if dependents == 0 { body() } else { departure = body }
  }
}
