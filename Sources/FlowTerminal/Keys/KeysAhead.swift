/// The keys that were typed on one terminal. All windows of the terminal share them, so that keys that one session
/// doesn't take go to the next session.
final class KeysAhead: Sendable {
  /// The keys of standard input. A session for another descriptor has its own keys, because a descriptor can be closed
  /// and reused for another terminal.
  private static let standard = KeysAhead()

  private let keys = QueueConfined(TypedKeys(), label: "FlowTerminal.KeysAhead")

  /// Returns the keys that are typed on a descriptor.
  static func of(_ input: CInt) -> KeysAhead {
    input == 0 ? standard : KeysAhead()
  }

  /// Whether there are no keys to take.
  var isEmpty: Bool { keys.withState { $0.isEmpty } }

  /// Adds keys, and returns whether there were no keys to take before.
  func add(_ new: [Key]) -> Bool {
    keys.withState { $0.add(new) }
  }

  /// Removes and returns the next key; nil if there is none.
  func take(isTyping: Bool) -> Key? {
    keys.withState { $0.take(isTyping: isTyping) }
  }

  /// Removes all keys, and returns the text that they type. Other keys, such as arrows, are discarded.
  func takeText() -> String {
    var text = ""
    while let key = take(isTyping: false) {
      switch key {
      case .character(let character): text.append(character)
      case .paste(let pasted): text += pasted
      case .enter, .control("j"): text += "\n"
      default: break
      }
    }
    return text
  }
}
