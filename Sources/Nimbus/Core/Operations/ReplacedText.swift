import Foundation

/// The result of replacing the matches in a text, in order.
///
/// A match may begin or end inside a character, such as `\n` in a Windows line ending. The text is therefore copied by
/// its UTF-16, the units of Foundation's ranges.
struct ReplacedText {
  /// The result so far: the copied text and the replacements.
  private(set) var text = ""
  private let original: String
  /// The end of the last match, as an index and as the number of UTF-16 code units.
  private var (position, offset): (String.Index, Int)

  init(_ original: String) {
    self.original = original
    (position, offset) = (original.startIndex, 0)
  }

  /// Copies the text before a match, and appends the replacement of the match.
  ///
  /// - Returns: Whether the result is within the limit.
  mutating func replace(_ match: NSTextCheckingResult, with template: ReplacementTemplate) -> Bool {
    guard match.range.location >= offset else { return true }
    let start = index(at: match.range.location)
    guard append(original[position..<start]) else { return false }
    for part in template.parts {
      switch part {
      case .text(let plain): guard append(plain) else { return false }
      case .group(let number): guard append(group(number, of: match)) else { return false }
      }
    }
    position = original.utf16.index(start, offsetBy: match.range.length)
    offset = NSMaxRange(match.range)
    return true
  }

  /// Copies the text after the last match.
  ///
  /// - Returns: Whether the result is within the limit.
  mutating func appendRest() -> Bool { append(original[position...]) }

  private mutating func append(_ part: Substring) -> Bool {
    guard text.utf8.count + part.utf8.count <= NimbusLimits.valueSize else { return false }
    text += part
    return true
  }

  private func group(_ number: Int, of match: NSTextCheckingResult) -> Substring {
    let range = match.range(at: number)
    guard range.location != NSNotFound, range.length > 0 else { return "" }
    let start = index(at: range.location)
    return original[start..<original.utf16.index(start, offsetBy: range.length)]
  }

  /// Returns the index at a number of UTF-16 code units.
  private func index(at count: Int) -> String.Index {
    original.utf16.index(position, offsetBy: count - offset)
  }
}
