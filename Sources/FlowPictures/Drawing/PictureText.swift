/// A text in a picture, cut to the room that it has there.
///
/// A picture can't measure text, because the font depends on the viewer. The width is an estimate for common fonts of 13 pixels,
/// rather too large than too small.
struct PictureText: Equatable {
  /// The text as it is shown.
  let shown: String
  /// The whole text if not all of it is shown.
  let whole: String?

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - text: The text. Characters that control a renderer are shown by their numbers.
  ///   - width: The room in pixels.
  init(_ text: String, width: Int) {
    let text = text.pictureText
    guard Self.width(of: text) > width else {
      shown = text
      whole = nil
      return
    }
    var shown = ""
    var left = width * Self.unit - Self.width(of: "…" as Character)
    for character in text {
      left -= Self.width(of: character)
      guard left >= 0 else { break }
      shown.append(character)
    }
    self.shown = shown + "…"
    whole = text
  }

  /// The estimated width in pixels.
  var width: Int { Self.width(of: shown) }

  static func width(of text: String) -> Int {
    (text.reduce(0) { $0 + width(of: $1) } + unit - 1) / unit
  }

  /// The number of units in a pixel.
  private static let unit = 10

  private static func width(of character: Character) -> Int {
    switch character.unicodeScalars[character.unicodeScalars.startIndex] {
    case "i", "j", "l", ".", ",", ":", ";", "'", "|", "!", " ", "(", ")", "[", "]", "f", "t", "r": 48
    case "m", "w", "M", "W", "@", "%", "…": 125
    case "A"..."Z": 92
    case let scalar where scalar.value >= 0x1100: 140
    default: 78
    }
  }
}
