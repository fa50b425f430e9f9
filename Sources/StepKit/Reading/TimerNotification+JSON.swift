public import FlowJSON

extension TimerNotification: Codable {
  /// Reads a notification that stands in a JSON document.
  ///
  /// - Parameter json: Where the notification stands. Members that are not known are ignored.
  /// - Throws: `JSONTypeError` of FlowJSON, with the place.
  public init(json: JSONElement) throws(JSONTypeError) {
    _ = try json.object()
    self.init(title: try json["title"].string(), subtitle: try json["subtitle"].string())
  }

  /// The notification as JSON.
  public var json: JSONValue { ["title": .string(title), "subtitle": .string(subtitle)] }

  /// Reads a notification; throws a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read(TimerNotification.init(json:))
  }

  /// Writes the notification.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}
