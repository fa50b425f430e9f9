import FlowJSON

/// Takes down, one after the other, what the paths of an object come to.
struct PropertyList {
  private let element: JSONElement
  private var properties: [HubExplanation.Property] = []

  init(_ element: JSONElement) {
    self.element = element
  }

  /// Whether any path gave something.
  var hasValues: Bool { properties.contains { $0.path.hasValues } }

  /// Follows the path of a property.
  ///
  /// - Parameters:
  ///   - name: The property of the model.
  ///   - path: Where it is found.
  ///   - fallback: What the model has if the path gives nothing.
  ///   - note: Says what the model makes of the values, if that is not what the path gave.
  /// - Returns: What the path gave.
  @discardableResult
  mutating func add<Value>(
    _ name: String, _ path: HubJSONPath<Value>, otherwise fallback: String? = nil,
    note: ([JSONValue]) -> String? = { _ in nil }
  ) -> [JSONElement] {
    let explanation = path.explanation(of: element.value ?? .null, at: element.location)
    let note = explanation.hasValues ? note(explanation.found.map(\.value)) : fallback
    properties.append(HubExplanation.Property(name: name, path: explanation, note: note))
    return explanation.found.map { JSONElement($0.value, at: $0.location) }
  }

  /// The explanation of the object.
  ///
  /// - Parameters:
  ///   - subject: What the object is.
  ///   - parts: What is in it.
  ///   - tooDeep: Whether something in it was dropped because it is nested too deeply.
  /// - Returns: The explanation.
  func explanation(_ subject: String, _ parts: [HubExplanation] = [], tooDeep: Bool = false) -> HubExplanation {
    let limit = SchemaRules.maximumDepth
    let note = tooDeep ? ", of which what is deeper than \(limit) levels of components is dropped," : ""
    return HubExplanation(subject: subject + note, location: element.location, properties: properties, parts: parts)
  }
}
