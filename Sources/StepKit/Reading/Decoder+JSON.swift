import FlowJSON

extension Decoder {
  /// Decodes a value with a closure that reads JSON. Converts its error to a `DecodingError`.
  func read<Value>(_ read: (JSONElement) throws(JSONTypeError) -> Value) throws -> Value {
    let value = try JSONValue(from: self)
    do {
      return try read(JSONElement(value))
    } catch {
      throw error.decodingError(under: codingPath)
    }
  }
}

extension JSONTypeError {
  /// Returns the error as a `DecodingError`.
  ///
  /// - Parameter path: The coding path of the document.
  /// - Returns: The decoding error, with the same location.
  fileprivate func decodingError(under path: [any CodingKey]) -> DecodingError {
    var path = path + location.components.map { PathKey($0) }
    switch found {
    case "nothing":
      guard let missing = path.popLast() else { break }
      return .keyNotFound(missing, DecodingError.Context(codingPath: path, debugDescription: description))
    case "null":
      return .valueNotFound(expectedType, DecodingError.Context(codingPath: path, debugDescription: description))
    default: break
    }
    return .typeMismatch(expectedType, DecodingError.Context(codingPath: path, debugDescription: description))
  }

  private var expectedType: any Any.Type {
    switch expected {
    case "a string": String.self
    case "a bool": Bool.self
    case "a number": Double.self
    case "a whole number": Int.self
    case "an array": [Any].self
    case "an object": [String: Any].self
    default: StepAction.self
    }
  }
}

/// A component of a JSON location as a coding key.
private struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ component: JSONLocation.Component) {
    switch component {
    case .key(let name): (stringValue, intValue) = (name, nil)
    case .index(let index): (stringValue, intValue) = ("Index \(index)", index)
    }
  }

  init(stringValue: String) {
    self.init(.key(stringValue))
  }

  init(intValue: Int) {
    self.init(.index(intValue))
  }
}
