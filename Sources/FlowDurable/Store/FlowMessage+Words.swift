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
    }
  }

  /// The description of the message in errors.
  var name: String {
    if case .message(let name, _) = content { "message '\(name)'" } else { "a command" }
  }

  var body: JSONValue? {
    if case .message(_, let body) = content { body } else { nil }
  }
}
