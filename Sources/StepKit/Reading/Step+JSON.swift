public import FlowJSON

extension Step: Codable {
  /// Reads a step that stands in a JSON document.
  ///
  /// - Parameter json: Where the step stands. Members that are not known are ignored.
  /// - Throws: `JSONTypeError` of FlowJSON, with the place.
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

  /// Reads a step; throws a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read(Step.init(json:))
  }

  /// Writes the step, with its progress.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}
