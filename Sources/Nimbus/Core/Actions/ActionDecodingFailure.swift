/// Says that an action could not be made of its properties, as opposed to having failed when it ran.
struct ActionDecodingFailure: Error {
  let cause: any Error
}

extension Error {
  /// The error as the log tells it: with the path, if decoding found it.
  var sentence: String {
    guard let error = self as? DecodingError else { return "\(self)" }
    let context: DecodingError.Context =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        context
      @unknown default: DecodingError.Context(codingPath: [], debugDescription: "\(error)")
      }
    let path = context.codingPath.reduce(into: "$") { text, key in
      text += key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
    }
    return "at \(path): \(context.debugDescription)"
  }
}
