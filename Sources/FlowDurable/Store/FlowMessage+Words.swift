import FlowJSON

extension FlowMessage {
  /// A short description of the message without its body: `message Shipped (parcel-17)`, `command cancel`.
  ///
  /// The names of messages, keys, and steps aren't escaped.
  public var words: String {
    switch content {
    case .message(let name, _): "message \(name)" + (key.map { " (\($0))" } ?? "")
    case .cancel: "command cancel"
    case .back(let step): "command back to \(step)"
    case .retry: "command retry"
    case .change(let change): "command change \(change.visit.step)#\(change.visit.number)"
    case .touch: "command touch"
    }
  }

  /// The description of the message in errors.
  var name: String {
    if case .message(let name, _) = content { "message '\(name)'" } else { "a command" }
  }

  /// The name that steps await; empty for a command.
  var messageName: String {
    if case .message(let name, _) = content { name } else { "" }
  }

  var body: JSONValue? {
    switch content {
    case .message(_, let body): body
    case .change(let change): change.body
    case .cancel, .back, .retry, .touch: nil
    }
  }

  /// The text that a person typed.
  var draft: JSONValue? {
    if case .change(let change) = content { change.draft } else { answering?.draft }
  }
}

extension FlowMessage.Content {
  /// The name of a command, by which a store recognizes that the same command already waits; nil for a message.
  ///
  /// Two changes of one visit have the same name, whatever they answer.
  public var commandName: String? {
    switch self {
    case .message: nil
    case .cancel: "cancel"
    case .retry: "retry"
    case .touch: "touch"
    case .back(let step): "back to \(step)"
    case .change(let change): "change \(change.visit)"
    }
  }

  /// Whether a store limits the number of waiting commands of this kind. Of other kinds, only one waits at a time.
  public var isLimited: Bool {
    switch self {
    case .back, .change: true
    case .message, .cancel, .retry, .touch: false
    }
  }
}
