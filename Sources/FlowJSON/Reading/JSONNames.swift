import Foundation

/// The names of members that were read most recently. Objects of one kind repeat their names, and finding a name in the
/// earlier text is faster than creating a string again.
struct JSONNames {
  private struct Name {
    let start: Int
    let length: Int
    let text: String
  }

  private var names = [Name?](repeating: nil, count: 64)

  /// Returns the text of a name.
  ///
  /// - Parameters:
  ///   - range: The range of the name. It's ASCII without escapes.
  ///   - bytes: The document.
  ///   - kind: The hash of the name, below 64.
  /// - Returns: The name.
  @inline(__always)
  mutating func text(_ range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, kind: Int) -> String {
    if let name = names[kind], name.length == range.count,
      memcmp(
        bytes.baseAddress.unsafelyUnwrapped + name.start, bytes.baseAddress.unsafelyUnwrapped + range.lowerBound,
        name.length) == 0
    {
      return name.text
    }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    names[kind] = Name(start: range.lowerBound, length: range.count, text: text)
    return text
  }
}
