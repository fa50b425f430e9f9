/// The escape sequences that terminals send for keys without a character.
enum KeySequence {
  /// Returns the key of a sequence; nil if the sequence isn't supported.
  ///
  /// - Parameters:
  ///   - final: The last byte of the sequence.
  ///   - parameters: The bytes between `ESC [` or `ESC O` and the last byte.
  /// - Returns: The key.
  static func key(final: UInt8, parameters: [UInt8]) -> Key? {
    switch final {
    // A function key of the Linux console.
    case _ where parameters.first == UInt8(ascii: "["): nil
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    // The Enter key of the keypad, after `ESC O`. After `ESC [`, the byte begins a report of the mouse.
    case UInt8(ascii: "M"): parameters.isEmpty ? .enter : nil
    case UInt8(ascii: "~"): numbered(parameters)
    default: nil
    }
  }

  /// A second number can follow that encodes Shift and Ctrl. It is ignored.
  private static func numbered(_ parameters: [UInt8]) -> Key? {
    switch String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
    case "1", "7": .home
    case "3": .delete
    case "4", "8": .end
    case "5": .pageUp
    case "6": .pageDown
    default: nil
    }
  }
}
