import FlowJSON

extension DecodingError {
  /// Returns the error for a value that isn't of the requested type.
  static func mismatch(_ type: any Any.Type, found value: NimbusValue, at path: [any CodingKey]) -> DecodingError {
    .typeMismatch(
      type, Context(codingPath: path.brief, debugDescription: "Expected \(type), found \(value.foundText)."))
  }

  /// Returns the error for a value of the right kind that the type doesn't accept.
  static func unfit(
    _ type: any Any.Type, found value: NimbusValue, among known: [String]? = nil, at path: [any CodingKey]
  ) -> DecodingError {
    let choice = known.map { " (" + $0.joined(separator: ", ") + ")" } ?? ""
    return .dataCorrupted(at: path, "Expected \(type)\(choice), found \(value.foundText).")
  }

  /// Returns the error for an absent value.
  static func missing(_ type: any Any.Type, at path: [any CodingKey]) -> DecodingError {
    .valueNotFound(type, Context(codingPath: path.brief, debugDescription: "Expected \(type), found nothing."))
  }

  /// Returns the error for an object without a member of the given name.
  static func missing(_ key: any CodingKey, at path: [any CodingKey]) -> DecodingError {
    .keyNotFound(
      key,
      Context(
        codingPath: path.brief, debugDescription: "Expected a member named \"\(key.stringValue.brief)\", found none."))
  }

  static func dataCorrupted(at path: [any CodingKey], _ text: String) -> DecodingError {
    .dataCorrupted(Context(codingPath: path.brief, debugDescription: text))
  }

  /// The path of the error, and its description.
  var context: Context {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: Context(codingPath: [], debugDescription: "\(self)")
    }
  }
}

extension [any CodingKey] {
  /// The path with shortened names, because Foundation writes the complete path in the text of an error.
  fileprivate var brief: [any CodingKey] {
    map { $0.intValue == nil && $0.stringValue.utf8.count > 100 ? AnyKey(stringValue: $0.stringValue.brief) : $0 }
  }
}
