extension Character {
  /// How many columns of a terminal the character covers: 0, 1 or 2, and more only where several letters are one character.
  ///
  /// East Asian letters and emoji cover two; an emoji that is made of several, a flag or a skin tone is still one picture.
  /// Marks that are drawn over other letters cover none.
  ///
  /// ```swift
  /// Character("李").displayWidth  // 2
  /// Character("👩‍👩‍👧").displayWidth  // 2
  /// ```
  ///
  /// May be used on any thread.
  public var displayWidth: Int {
    if let ascii = asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
    if isPicture { return 2 }
    return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }

  /// Whether the scalars together are one emoji.
  private var isPicture: Bool {
    guard let first = unicodeScalars.first else { return false }
    if first.properties.isEmojiPresentation { return true }
    // What is text by itself is made a picture by the selector behind it: ❤ and ❤️, 1 and 1️⃣.
    return first.properties.isEmoji && unicodeScalars.dropFirst().first?.value == 0xFE0F
  }
}

extension StringProtocol {
  /// How many columns of a terminal the text covers, as far as it is ``Swift/String/printable``.
  ///
  /// ```swift
  /// "Bo 李".displayWidth  // 5
  /// ```
  ///
  /// May be used on any thread.
  public var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    if DisplayWidthTable.isZero(self) { return 0 }
    return DisplayWidthTable.isWide(value) ? 2 : 1
  }
}
