import FlowJSON

extension RunCourse {
  /// Returns the record for the oldest command; nil if there is no command.
  ///
  /// A command that the run can no longer follow is recorded without effect. It was checked when it was sent.
  ///
  /// - Parameters:
  ///   - commands: The commands that wait, oldest first.
  ///   - place: Returns the index of the visit to which a command takes the run; nil if there is none, or if the run can't
  ///     go back to it.
  /// - Returns: The record.
  func command(in commands: [ReceivedMessage], _ place: (FlowMessage.Content) -> Int?) -> FlowRecord? {
    guard let received = commands.first else { return nil }
    guard canGoBack, let place = place(received.message.content) else {
      return FlowRecord(.message(received), taking: [received.number])
    }
    var record = FlowRecord(.back(.init(to: visits[place].step)), taking: [received.number])
    if case .change(let change) = received.message.content {
      record.others[Self.change] = Change(change, by: received.number).json
    }
    return record
  }

  /// Whether the run ends when it has undone its visits.
  var isEnding: Bool {
    switch undoing?.aim {
    case .cancelled, .failed: true
    case .step, nil: false
    }
  }

  /// Returns whether a command waits for the end of the run, which undoes its visits because it has failed: the run that has failed
  /// follows the command. A parked run may never fail by itself, so a command to cancel continues it.
  func postpones(_ command: FlowMessage.Content) -> Bool {
    guard ended == nil, case .failed? = undoing?.aim else { return false }
    switch command {
    case .retry: return false
    case .cancel: return parked == nil
    case .back, .change, .touch, .message: return true
    }
  }

  /// Whether the run can go back: it is at work, or has failed or was cancelled.
  var canGoBack: Bool { ended == nil ? !isEnding : canBeginAgain }

  /// Whether the run has failed or was cancelled, so that it can continue after all.
  var canBeginAgain: Bool { ended.map { RunPhase($0.ending).accepts(FlowMessage(.retry)) } ?? false }

  /// Returns whether a command changes what the run does.
  ///
  /// A command that changes nothing must not interrupt the current work.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - now: The time of the store.
  ///   - place: Returns the index of the visit to which a command takes the run; nil if there is none, or if the run can't
  ///     go back to it.
  /// - Returns: False if the command changes nothing, and for a message that isn't a command.
  func isChanged(by message: FlowMessage, at now: StoreTime, _ place: (FlowMessage.Content) -> Int?) -> Bool {
    switch message.content {
    case .message: false
    case .cancel: ended.map { RunPhase($0.ending).accepts(message) } ?? !isEnding
    case .back, .change: canGoBack && place(message.content) != nil
    case .touch: awaitsMessage
    case .retry: canBeginAgain || parked != nil || pauses(at: now) || (undoing?.failures ?? 0) > 0
    }
  }

  /// Whether the run waits for a message.
  var awaitsMessage: Bool { wait.map { !$0.names.isEmpty } ?? false && ended == nil && undoing == nil }

  /// Whether the run pauses between two attempts.
  private func pauses(at now: StoreTime) -> Bool {
    guard failedAttempt != nil, let due = wait?.due else { return false }
    return due > now
  }
}
