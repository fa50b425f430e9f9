extension String {
  /// The text with control characters and invisible format characters replaced by their codes.
  ///
  /// Control characters, including line ends and tabs, could control the terminal. Format characters, such as those
  /// that reverse the writing direction, could mislead a reader. Always use this property to show text from a server, a
  /// file, or the user:
  ///
  /// ```swift
  /// print("Bo\u{1B}[2J".printable)  // Bo\u{1B}[2J, and the screen isn't cleared
  /// ```
  ///
  /// A joiner between two visible characters stays, because emoji and Persian words need it. You can use it on any
  /// thread.
  public var printable: String { printable(before: nil) }

  /// Returns the printable text. A joiner at its end can join the scalar that follows the text.
  func printable(before next: Unicode.Scalar?) -> String {
    if isPrintable { return self }
    // Appending to a view of scalars copies it.
    var result = ""
    result.reserveCapacity(utf8.count)
    var previous: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar.isJoiner, previous?.canBeJoined == true, (rest.first ?? next)?.canBeJoined == true {
        scalar.write(to: &result)
      } else if scalar.mayMislead {
        result += scalar.code
      } else {
        scalar.write(to: &result)
      }
      previous = scalar
    }
    return result
  }
}

extension String {
  /// A Boolean value that indicates whether the text needs no codes. It is false for a text with joiners.
  package var isPrintable: Bool { !unicodeScalars.contains(where: \.mayMislead) }
}

extension Unicode.Scalar {
  fileprivate var mayMislead: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: !isVisibleSign
    default: false
    }
  }

  /// Whether this is one of the few visible format characters, which enclose the following number.
  var isVisibleSign: Bool {
    switch value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  package var isJoiner: Bool { value == 0x200C || value == 0x200D }

  /// Whether a joiner can be beside the scalar: true for letters, their marks, and emoji, except in ASCII.
  package var canBeJoined: Bool {
    guard !isASCII else { return false }
    return properties.isAlphabetic || properties.isEmoji || properties.isEmojiModifier || properties.isVariationSelector
      || properties.canonicalCombiningClass != .notReordered
  }

  fileprivate var code: String { "\\u{" + String(value, radix: 16, uppercase: true) + "}" }
}
