import FlowJSON

extension HubViewModel: Codable {
  /// Decodes the JSON object of a view with the default schema.
  ///
  /// - Throws: ``HubJSONError`` if the JSON is not an object.
  public init(from decoder: any Decoder) throws {
    var builder = HubViewModelBuilder()
    builder.addJSON(try JSONObject(ofRoot: decoder))
    self = builder.build()
  }

  /// Encodes ``json``.
  ///
  /// Foundation's encoder writes `1.0` as `1`. If the JSON contains such a number, an additional member stores the
  /// exact text.
  public func encode(to encoder: any Encoder) throws { try json.encodeExactly(to: encoder) }
}

extension HubComponentModel: Codable {
  /// Decodes the JSON object of a component with the default schema, as a component of the body.
  ///
  /// - Throws: ``HubJSONError`` if the JSON is not an object.
  public init(from decoder: any Decoder) throws {
    var builder = HubComponentModelBuilder()
    builder.addJSON(try JSONObject(ofRoot: decoder))
    self = builder.build()
  }

  /// Encodes ``json``, as a view model does. The part of the view that the component belongs to is not encoded.
  public func encode(to encoder: any Encoder) throws { try json.encodeExactly(to: encoder) }
}

extension HubComponentTarget: Codable {
  /// Decodes the JSON object of a target with the default schema.
  ///
  /// - Throws: ``HubJSONError`` if the JSON is not an object.
  public init(from decoder: any Decoder) throws {
    var builder = HubComponentTargetBuilder()
    builder.addJSON(try JSONObject(ofRoot: decoder))
    self = builder.build()
  }

  /// Encodes ``json``.
  public func encode(to encoder: any Encoder) throws { try json.encodeExactly(to: encoder) }
}

extension JSONObject {
  fileprivate init(ofRoot decoder: any Decoder) throws {
    let root = try JSONValue(from: decoder)
    guard case .object(let object) = root else {
      throw HubJSONError.wrongRoot(expected: .object, found: root.foundText)
    }
    self = object.withExactNumbers
  }
}
