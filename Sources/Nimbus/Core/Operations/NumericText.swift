import FlowJSON

extension JSONValue {
  /// The number that this is, or that this text is; booleans are none.
  var numeric: JSONValue? {
    switch self {
    case .integer, .number: self
    case .string(let text): Self.number(in: text)
    default: nil
    }
  }

  /// The number as a double.
  var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// Reads an optional sign, digits with an optional fraction, and an optional exponent; nothing else.
  private static func number(in text: String) -> JSONValue? {
    if let integer = Int64(text), text.utf8.count <= 20 { return .integer(integer) }
    let isPlain =
      text.utf8.count <= 400
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
      }
    guard isPlain, text.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return nil }
    // Swift reads neither `.5` nor `1.` everywhere alike; with a zero there they are the same numbers.
    var parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2 {
      if parts[0].last.map({ !$0.isNumber }) ?? true { parts[0] += "0" }
      if parts[1].first.map({ !$0.isNumber }) ?? true { parts[1] = "0" + parts[1] }
      guard parts[0] + parts[1] != "00" || text.contains("0") else { return nil }
    }
    guard let number = Double(parts.joined(separator: ".")), number.isFinite else { return nil }
    return .number(number)
  }
}
