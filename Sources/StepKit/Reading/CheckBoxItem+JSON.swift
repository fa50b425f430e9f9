public import FlowJSON

extension CheckBoxItem: Codable {
  /// Reads an item that stands in a JSON document.
  ///
  /// - Parameter json: Where the item stands. Members that are not known are ignored.
  /// - Throws: `JSONTypeError` of FlowJSON, with the place.
  public init(json: JSONElement) throws(JSONTypeError) {
    _ = try json.object()
    try self.init(title: json["title"].string(), progressOf: json)
  }

  /// Reads what an item has besides its title.
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

  /// Reads an item; throws a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read(CheckBoxItem.init(json:))
  }

  /// Writes the item, with its progress.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}
