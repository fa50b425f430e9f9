import Foundation

/// Conversions to text that is the same in each run of a test, and safe to print.
extension String {
  /// The text without memory addresses.
  ///
  /// Swift names the context of a local type by an address, as in `F.(unknown context at $7f…).Local`, which becomes
  /// `F.Local`. An object's default description contains its address, as in `<NSObject: 0x7f…>`, which becomes
  /// `<NSObject>`. Any other number that is as long as an address becomes `0x…`.
  var withoutAddresses: String {
    guard contains("$") || contains("0x") else { return self }
    return replacing(/\(unknown context at \$[0-9a-fA-F]+\)\./, with: "")
      .replacing(/: ?0x[0-9a-fA-F]{6,}(?=[>;])/, with: "")
      .replacing(/0x[0-9a-fA-F]{9,}/, with: "0x…")
  }

  /// The text with its line breaks and control characters escaped: `\n` and `\u{1b}`.
  var withoutControls: String {
    var text = String.UnicodeScalarView()
    for character in self {
      if character.isNewline {
        text.append(contentsOf: "\\n".unicodeScalars)
        continue
      }
      for scalar in character.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .surrogate: text.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
        case .format where scalar.properties.isBidiControl:
          text.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
        default: text.append(scalar)
        }
      }
    }
    return String(text)
  }
}
