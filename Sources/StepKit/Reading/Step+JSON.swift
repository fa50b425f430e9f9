public import FlowJSON

extension Step: Codable {
  /// Creates a step from an element of a JSON document. Unknown members are ignored.
  ///
  /// - Parameter json: The element that holds the step.
  /// - Throws: `JSONTypeError` of FlowJSON, with the location.
  public init(json: JSONElement) throws(JSONTypeError) {
    _ = try json.object()
    let action = json["action"]
    self.init(
      title: try json["title"].string(), subtitle: try json["subtitle"].optionalString(),
      description: try json["description"].string(),
      action: action.isAbsent ? .button() : try StepAction(json: action))
  }

  /// The step as JSON, with its progress.
  public var json: JSONValue {
    var object = JSONObject()
    object["title"] = .string(title)
    object["subtitle"] = subtitle.map { .string($0) }
    object["description"] = .string(description)
    object["action"] = action.json
    return .object(object)
  }

  /// Decodes a step. Throws a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read(Step.init(json:))
  }

  /// Encodes the step, with its progress.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}
