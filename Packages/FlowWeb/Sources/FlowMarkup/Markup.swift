/// HTML. Interpolated strings are escaped, so that no text of a person or a run becomes markup.
///
/// ```swift
/// let name = "<b>Ada</b>"
/// let cell: Markup = "<td>\(name)</td>"
/// print(cell.text)  // <td>&lt;b&gt;Ada&lt;/b&gt;</td>
/// ```
public struct Markup: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The markup as text.
  public private(set) var text: String

  /// Creates markup from text that is markup already, such as a picture.
  ///
  /// - Parameter text: The text. It isn't escaped.
  public init(trusted text: String) {
    self.text = text
  }

  /// Creates markup from a literal, which isn't escaped.
  ///
  /// - Parameter text: The literal.
  public init(stringLiteral text: String) {
    self.text = text
  }

  /// Creates markup from a literal with interpolated values, which are escaped.
  ///
  /// - Parameter interpolation: The literal with its values.
  public init(stringInterpolation interpolation: Interpolation) {
    text = interpolation.text
  }

  /// Appends markup.
  public static func += (left: inout Markup, right: Markup) {
    left.text += right.text
  }

  /// Joins markup.
  public static func + (left: Markup, right: Markup) -> Markup {
    Markup(trusted: left.text + right.text)
  }

  /// A literal with interpolated values: texts are escaped, markup is not.
  ///
  /// ```swift
  /// let inner: Markup = "<i>\("<")</i>"
  /// let outer: Markup = "<p>\(inner)\(7)</p>"
  /// ```
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Creates an empty literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    /// Appends a part of the literal.
    public mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// Appends a text, escaped.
    public mutating func appendInterpolation(_ value: String) {
      text += value.escapedForHTML
    }

    /// Appends a number.
    public mutating func appendInterpolation(_ value: Int) {
      text += String(value)
    }

    /// Appends markup.
    public mutating func appendInterpolation(_ markup: Markup) {
      text += markup.text
    }

    /// Appends markup if there is any.
    public mutating func appendInterpolation(_ markup: Markup?) {
      if let markup { text += markup.text }
    }

    /// Appends a list of markup.
    public mutating func appendInterpolation(_ markup: [Markup]) {
      for markup in markup { text += markup.text }
    }
  }
}

extension Markup {
  /// Returns a text as markup that can't change the direction of the text around it.
  ///
  /// - Parameter text: The text, such as a name that a person has entered.
  /// - Returns: The markup.
  public static func said(_ text: String) -> Markup { "<bdi>\(text)</bdi>" }
}

extension String {
  /// The text with escapes for the characters that are special in HTML or aren't allowed.
  package var escapedForHTML: String {
    // Most texts have none.
    guard utf8.contains(where: \.mayNeedEscape) else { return self }
    var escaped = ""
    escaped.reserveCapacity(utf8.count + 16)
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x26: escaped += "&amp;"
      case 0x3C: escaped += "&lt;"
      case 0x3E: escaped += "&gt;"
      case 0x22: escaped += "&quot;"
      case 0x27: escaped += "&#39;"
      // A browser sends the end of a line as two characters, and reads both as one.
      case 0x09, 0x0A, 0x0D: escaped.unicodeScalars.append(scalar)
      // The control characters, and two that are no characters.
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The text encoded as a part of a path or as a value of a query.
  package var percentEncoded: String {
    var encoded = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default: encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  /// Returns the decoded text of a path or a query. Incorrectly encoded parts stay unchanged.
  package func percentDecoded(plusIsSpace: Bool = false) -> String {
    String(decoding: Array(utf8)[...].percentDecoded(plusIsSpace: plusIsSpace), as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether the byte can belong to a character that HTML escapes. Control characters above ASCII begin with 0xC2, and 0xFFFE with 0xEF.
  fileprivate var mayNeedEscape: Bool {
    switch self {
    case 0x26, 0x3C, 0x3E, 0x22, 0x27, 0..<0x09, 0x0B..<0x20, 0x7F, 0xC2, 0xEF: true
    default: false
    }
  }

  /// The value of a hexadecimal digit; nil if the byte is none.
  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// Returns the decoded bytes of a path, a query, or a form. Incorrectly encoded parts stay unchanged.
  package func percentDecoded(plusIsSpace: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var place = startIndex
    while place < endIndex {
      let byte = self[place]
      place += 1
      switch byte {
      case UInt8(ascii: "%"):
        if place + 1 < endIndex, let high = self[place].hexadecimalValue, let low = self[place + 1].hexadecimalValue {
          bytes.append(high * 16 + low)
          place += 2
        } else {
          bytes.append(byte)
        }
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}
