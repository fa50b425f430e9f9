public import FlowJSON

extension TimerNotification: Codable {
  /// Creates a notification from an element of a JSON document. Unknown members are ignored.
  ///
  /// - Parameter json: The element that holds the notification.
  /// - Throws: `JSONTypeError` of FlowJSON, with the location.
  public init(json: JSONElement) throws(JSONTypeError) {
    _ = try json.object()
    self.init(title: try json["title"].string(), subtitle: try json["subtitle"].string())
  }

  /// The notification as JSON.
  public var json: JSONValue { ["title": .string(title), "subtitle": .string(subtitle)] }

  /// Decodes a notification. Throws a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read(TimerNotification.init(json:))
  }

  /// Encodes the notification.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}
