/// A text that is being edited, with its cursor.
struct TextEditing: Sendable, Equatable {
  private(set) var text: String
  /// The number of characters before the cursor.
  private(set) var cursor: Int
  /// Whether the text can have line breaks.
  private let hasLines: Bool

  init(_ text: String, cursor: Int, hasLines: Bool = false) {
    self.hasLines = hasLines
    self.text = text
    self.cursor = min(max(0, cursor), text.count)
  }

  /// Handles a key. Returns false if the key doesn't edit text.
  mutating func take(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .enter where hasLines: insert("\n")
    case .paste(let text) where hasLines:
      insert(String(text.map { $0.isNewline ? "\n" : $0.isExactly("\t") ? " " : $0 }))
    // Other inputs have one line.
    case .paste(let text): insert(String(text.map { $0.isNewline || $0.isExactly("\t") ? " " : $0 }))
    case .backspace: remove(cursor - 1..<cursor)
    case .delete, .control("d"): remove(cursor..<cursor + 1)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(text.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .control("u"): remove(0..<cursor)
    case .control("k"): remove(cursor..<text.count)
    case .control("w"): remove(startOfWord..<cursor)
    default: return false
    }
    return true
  }

  private mutating func insert(_ new: String) {
    let place = text.index(text.startIndex, offsetBy: cursor)
    let head = text[..<place] + new
    let tail = text[place...]
    // The inserted text, such as an accent, can combine with the character before it.
    cursor = head.count
    text = String(head + tail)
    cursor = min(cursor, text.count)
  }

  private mutating func remove(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<text.count)
    guard !range.isEmpty else { return }
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    text.removeSubrange(start..<text.index(start, offsetBy: range.count))
    cursor = min(range.lowerBound, text.count)
  }

  private var startOfWord: Int {
    let before = text.prefix(cursor)
    let word = before.reversed().drop { $0.isExactly(" ") }.drop { !$0.isExactly(" ") }
    return word.count
  }
}

extension Character {
  /// Whether the character is one ASCII scalar. Compares bytes, because comparing characters with many combining marks
  /// takes long.
  fileprivate func isExactly(_ scalar: Unicode.Scalar) -> Bool {
    utf8.count == 1 && unicodeScalars.first == scalar
  }
}
