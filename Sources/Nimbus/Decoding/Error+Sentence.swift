extension Error {
  /// The error as written to the log. The text of a decoding error includes its path.
  var sentence: String {
    guard let context = (self as? DecodingError)?.context else { return "\(self)" }
    let path = context.codingPath.reduce(into: "$") { text, key in
      text += key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
    }
    return "at \(path): \(context.debugDescription)"
  }
}
