public import FlowJSON

extension CheckBoxItem: Codable {
  /// Creates an item from an element of a JSON document. Unknown members are ignored.
  ///
  /// - Parameter json: The element that holds the item.
  /// - Throws: `JSONTypeError` of FlowJSON, with the location.
  public init(json: JSONElement) throws(JSONTypeError) {
    _ = try json.object()
    try self.init(title: json["title"].string(), progressOf: json)
  }

  /// Creates an item from its title, and reads the other members.
  init(title: String, progressOf json: JSONElement) throws(JSONTypeError) {
    self.init(
      title: title, completed: try json["completed"].optionalBool(),
      identifier: try json["identifier"].optionalString())
  }

  /// The item as JSON, with its progress.
  public var json: JSONValue {
    var object = JSONObject()
    object["title"] = .string(title)
    object["completed"] = completed.map { .bool($0) }
    object["identifier"] = identifier.map { .string($0) }
    return .object(object)
  }

  /// Decodes an item. Throws a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read(CheckBoxItem.init(json:))
  }

  /// Encodes the item, with its progress.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}
