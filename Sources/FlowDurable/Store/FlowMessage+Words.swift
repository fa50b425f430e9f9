import FlowJSON

extension FlowMessage {
  /// What the message is, in a few words and without its body: `message Shipped (parcel-17)`, `command cancel`.
  ///
  /// The names of messages, keys and steps aren't escaped.
  public var words: String {
    switch content {
    case .message(let name, _): "message \(name)" + (key.map { " (\($0))" } ?? "")
    case .cancel: "command cancel"
    case .back(let step): "command back to \(step)"
    case .retry: "command retry"
    }
  }

  /// The message as an error names it.
  var name: String {
    if case .message(let name, _) = content { "message '\(name)'" } else { "a command" }
  }

  var body: JSONValue? {
    if case .message(_, let body) = content { body } else { nil }
  }
}
