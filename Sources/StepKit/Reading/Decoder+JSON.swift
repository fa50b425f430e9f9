import FlowJSON

extension Decoder {
  /// Reads a value by the way it is read from a JSON document, and tells what is wrong as decoders do.
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
  /// The error as decoders tell it.
  ///
  /// - Parameter path: Where the document stands that was read.
  /// - Returns: The error, with the same place.
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

/// A step down in a document, as decoders name it.
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
