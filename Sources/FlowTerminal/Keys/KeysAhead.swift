import FlowState

/// The keys that were typed on one terminal. All windows of the terminal share them, so that keys that one session
/// doesn't take go to the next session.
final class KeysAhead: Sendable {
  /// The keys of standard input. A session for another descriptor has its own keys, because a descriptor can be closed
  /// and reused for another terminal.
  private static let standard = KeysAhead()

  private let keys = Locked(TypedKeys())

  /// Returns the keys that are typed on a descriptor.
  static func of(_ input: CInt) -> KeysAhead {
    input == 0 ? standard : KeysAhead()
  }

  /// Whether there are no keys to take.
  var isEmpty: Bool { keys.withLock { $0.isEmpty } }

  /// Adds keys, and returns whether there were no keys to take before.
  func add(_ new: [Key]) -> Bool {
    keys.withLock { $0.add(new) }
  }

  /// Removes and returns the next key; nil if there is none.
  func take(isTyping: Bool) -> Key? {
    keys.withLock { $0.take(isTyping: isTyping) }
  }

  /// Removes the keys up to Enter, and returns the text that they type, as a terminal edits a line: Backspace deletes a
  /// character, and Ctrl-U all characters of the line. Other keys, such as arrows, are discarded.
  func takeLine() -> String {
    var text = ""
    while let key = take(isTyping: false) {
      switch key {
      case .character(let character): text.append(character)
      case .paste(let pasted): text += pasted
      case .enter, .control("j"): return text + "\n"
      case .backspace: if text.last?.isNewline == false { text.removeLast() }
      case .control("u"): while text.last?.isNewline == false { text.removeLast() }
      default: break
      }
    }
    return text
  }
}

/// The keys that the user has typed but no screen has taken yet.
///
/// They outlive a screen: keys that are typed ahead go to the next screen.
struct TypedKeys: Sendable {
  /// The minimum number of consecutive characters that are taken as pasted text, because users don't type so fast.
  private static let pasteLength = 32

  private var keys: [Key] = []
  /// The index of the next key.
  private var next = 0
  /// Whether the user has pressed Ctrl-C, which is taken before other keys.
  private var isInterrupted = false

  /// Whether there are no keys to take.
  var isEmpty: Bool { next == keys.count && !isInterrupted }

  /// Adds keys, and returns whether there were no keys to take before. After Ctrl-C, it ignores all keys until Ctrl-C
  /// is taken.
  mutating func add(_ new: [Key]) -> Bool {
    guard !isInterrupted, !new.isEmpty else { return false }
    let wasEmpty = isEmpty
    let place = new.firstIndex(of: .control("c"))
    isInterrupted = place != nil
    keys += new[..<(place ?? new.count)]
    return wasEmpty
  }

  /// Removes and returns the next key; nil if there is none. Ctrl-C comes first.
  ///
  /// - Parameter isTyping: Whether keys type text. If so, a long sequence of characters is one pasted text.
  /// - Returns: The key.
  mutating func take(isTyping: Bool) -> Key? {
    if isInterrupted {
      isInterrupted = false
      return .control("c")
    }
    guard next < keys.count else { return nil }
    defer { forgetTaken() }
    if isTyping, let text = longText() { return .paste(text) }
    next += 1
    return keys[next - 1]
  }

  private mutating func longText() -> String? {
    var text = ""
    var end = next
    while end < keys.count, case .character(let character) = keys[end] {
      text.append(character)
      end += 1
    }
    guard end - next >= Self.pasteLength else { return nil }
    next = end
    return text
  }

  private mutating func forgetTaken() {
    // Remove them seldom, so that taking all keys one by one takes linear time.
    guard next == keys.count || next > 4096 else { return }
    keys.removeFirst(next)
    next = 0
  }
}
