extension String {
  /// The text with everything made visible that would steer a terminal or mislead a reader.
  ///
  /// Control characters, line ends and tabs among them, and invisible format characters, such as those that reverse the
  /// direction of writing, appear as their code. Show what a server, a file or the user sent only this way:
  ///
  /// ```swift
  /// print("Bo\u{1B}[2J".printable)  // Bo\u{1B}[2J, and the screen is not cleared
  /// ```
  ///
  /// A joiner between two visible characters stays, since emoji and Persian words need it. May be used on any thread.
  public var printable: String {
    guard unicodeScalars.contains(where: \.mayMislead) else { return self }
    var result = UnicodeScalarView()
    var previous: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar.isJoiner, previous?.canBeJoined == true, rest.first?.canBeJoined == true {
        result.append(scalar)
      } else if scalar.mayMislead {
        result.append(contentsOf: scalar.code.unicodeScalars)
      } else {
        result.append(scalar)
      }
      previous = scalar
    }
    return String(result)
  }
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

  /// The few format characters that a reader sees: signs that enclose the number after them.
  var isVisibleSign: Bool {
    switch value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  var isJoiner: Bool { value == 0x200C || value == 0x200D }

  /// Letters with their marks, and emoji. ASCII never needs a joiner.
  var canBeJoined: Bool {
    guard !isASCII else { return false }
    return properties.isAlphabetic || properties.isEmoji || properties.isEmojiModifier || properties.isVariationSelector
      || properties.canonicalCombiningClass != .notReordered
  }

  fileprivate var code: String { "\\u{" + String(value, radix: 16, uppercase: true) + "}" }
}
