extension Character {
  /// The number of terminal columns that the character covers.
  ///
  /// East Asian letters and emoji cover two columns. A flag, an emoji with a skin tone, and a combination of several
  /// emoji count as one emoji. Combining marks cover no column. The width exceeds 2 only if a character consists of
  /// several letters.
  ///
  /// ```swift
  /// Character("李").displayWidth  // 2
  /// Character("👩‍👩‍👧").displayWidth  // 2
  /// ```
  ///
  /// You can use it on any thread.
  public var displayWidth: Int {
    if let ascii = asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
    if isPicture { return 2 }
    return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }

  /// Whether the scalars form one emoji.
  private var isPicture: Bool {
    guard let first = unicodeScalars.first else { return false }
    if first.properties.isEmojiPresentation { return true }
    // A variation selector turns a text character into an emoji: ❤ and ❤️, 1 and 1️⃣.
    return first.properties.isEmoji && unicodeScalars.dropFirst().first?.value == 0xFE0F
  }
}

extension StringProtocol {
  /// The number of terminal columns that the text covers. The text must be ``Swift/String/printable``.
  ///
  /// ```swift
  /// "Bo 李".displayWidth  // 5
  /// ```
  ///
  /// You can use it on any thread.
  public var displayWidth: Int {
    var width = 0
    for scalar in unicodeScalars {
      guard scalar.coversOneColumn else { return reduce(0) { $0 + $1.displayWidth } }
      width += 1
    }
    return width
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a character of one column by itself, if the scalars beside it are such characters, too.
  ///
  /// These are printable ASCII, Latin letters, punctuation, borders of frames, and blocks. They don't need the table.
  var coversOneColumn: Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x2030...0x205E, 0x2500...0x259F: true
    default: false
    }
  }

  fileprivate var displayWidth: Int {
    if DisplayWidthTable.isZero(self) { return 0 }
    return DisplayWidthTable.isWide(value) ? 2 : 1
  }
}
