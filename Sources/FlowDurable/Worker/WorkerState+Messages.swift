/// Messages for held runs.
extension WorkerState {
  /// Checks for messages to held runs, at most five times per second.
  func lookSoon() {
    guard !held.isEmpty, !looksSoon else {
      looksAgain = looksSoon
      return
    }
    looksSoon = true
    Task { [weak self] in
      await self?.lookForMessages()
      try? await Task.sleep(for: WorkerSettings.lookingDelay)
      await self?.hasLooked()
    }
  }

  private func hasLooked() {
    looksSoon = false
    guard looksAgain else { return }
    looksAgain = false
    lookSoon()
  }

  /// Notifies the runs that have messages. Otherwise, they would receive them with their next record or heartbeat.
  func lookForMessages() async {
    for held in held.values {
      let before = held.run.rawValue > 1 ? RunNumber(rawValue: held.run.rawValue - 1) : nil
      guard let summary = try? await settings.store.runs(RunQuery(), after: before, limit: 1).first,
        summary.number == held.run, summary.waitingMessages > 0
      else { continue }
      // Only the run itself knows how many of them it has already received.
      held.events.yield(.messagesWait(summary.waitingMessages))
    }
  }
}
