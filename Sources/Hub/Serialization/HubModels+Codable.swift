import FlowJSON

extension HubViewModel: Codable {
  /// Reads the view's object by the default schema.
  ///
  /// - Throws: A ``HubJSONError`` if it is no object.
  public init(from decoder: any Decoder) throws {
    var builder = HubViewModelBuilder()
    builder.addJSON(try JSONObject(ofRoot: decoder))
    self = builder.build()
  }

  /// Writes ``json``.
  public func encode(to encoder: any Encoder) throws { try JSONValue.object(json).encode(to: encoder) }
}

extension HubComponentModel: Codable {
  /// Reads the component's object by the default schema, as a component of the body.
  ///
  /// - Throws: A ``HubJSONError`` if it is no object.
  public init(from decoder: any Decoder) throws {
    var builder = HubComponentModelBuilder()
    builder.addJSON(try JSONObject(ofRoot: decoder))
    self = builder.build()
  }

  /// Writes ``json``. Where in its view the component belongs is not a part of it.
  public func encode(to encoder: any Encoder) throws { try JSONValue.object(json).encode(to: encoder) }
}

extension HubComponentTarget: Codable {
  /// Reads the target's object by the default schema.
  ///
  /// - Throws: A ``HubJSONError`` if it is no object.
  public init(from decoder: any Decoder) throws {
    var builder = HubComponentTargetBuilder()
    builder.addJSON(try JSONObject(ofRoot: decoder))
    self = builder.build()
  }

  /// Writes ``json``.
  public func encode(to encoder: any Encoder) throws { try JSONValue.object(json).encode(to: encoder) }
}

extension JSONObject {
  fileprivate init(ofRoot decoder: any Decoder) throws {
    let root = try JSONValue(from: decoder)
    guard case .object(let object) = root else {
      throw HubJSONError.wrongRoot(expected: .object, found: root.foundText)
    }
    self = object
  }
}
