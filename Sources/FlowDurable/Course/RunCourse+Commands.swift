extension RunCourse {
  /// The record that the oldest command leads to; nil if there is no command.
  ///
  /// A command that the run can't follow any more is taken without effect: whoever sent it was told what the run could do then.
  ///
  /// - Parameters:
  ///   - commands: The commands that wait, oldest first.
  ///   - names: Returns the names under which visits of a step may be recorded.
  /// - Returns: The record.
  func command(in commands: [ReceivedMessage], _ names: (_ step: String) -> Set<String>) -> FlowRecord? {
    guard let received = commands.first else { return nil }
    if case .back(let step) = received.message.content, canGoBack, let place = place(toReturnTo: names(step)) {
      return FlowRecord(.back(.init(to: visits[place].step)), taking: [received.number])
    }
    return FlowRecord(.message(received), taking: [received.number])
  }

  /// Whether the run ends when it has undone its visits.
  var isEnding: Bool {
    switch undoing?.aim {
    case .cancelled, .failed: true
    case .step, nil: false
    }
  }

  /// Whether the run can go back now.
  var canGoBack: Bool { !isEnding && ended == nil }

  /// Whether the run does something else when it follows a command. What is under way must not be disturbed by one that changes
  /// nothing.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - names: Returns the names under which visits of a step may be recorded.
  /// - Returns: False if the command changes nothing, and for a message that isn't a command.
  func isChanged(by message: FlowMessage, _ names: (_ step: String) -> Set<String>) -> Bool {
    switch message.content {
    case .message: false
    case .cancel: !isEnding && ended == nil
    case .back(let step): canGoBack && place(toReturnTo: names(step)) != nil
    case .retry: parked != nil || (undoing?.failures ?? 0) > 0
    }
  }
}
