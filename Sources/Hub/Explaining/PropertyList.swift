import FlowJSON

/// Collects the outcomes of an object's paths.
struct PropertyList {
  private let element: JSONElement
  private var properties: [HubExplanation.Property] = []

  init(_ element: JSONElement) {
    self.element = element
  }

  /// Whether any path has a value.
  var hasValues: Bool { properties.contains { $0.path.hasValues } }

  /// Follows the path of a property.
  ///
  /// - Parameters:
  ///   - name: The name of the property in the model.
  ///   - path: The path of the property.
  ///   - fallback: The note if the path has no values.
  ///   - note: Returns the difference between the model's value and the path's values. Returns nil if they are equal.
  /// - Returns: The values of the path.
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

  /// Returns the explanation of the object.
  ///
  /// - Parameters:
  ///   - subject: The model that the object describes.
  ///   - parts: The explanations of nested parts.
  ///   - omitted: The number of parts that are not explained.
  ///   - tooDeep: Whether some parts were discarded because they are nested too deeply.
  /// - Returns: The explanation.
  func explanation(_ subject: String, _ parts: [HubExplanation] = [], omitted: Int = 0, tooDeep: Bool = false)
    -> HubExplanation
  {
    let limit = SchemaRules.maximumDepth
    let note = tooDeep ? ", without the components nested deeper than \(limit) levels," : ""
    return HubExplanation(
      subject: subject + note, location: element.location, properties: properties, parts: parts, omittedParts: omitted)
  }
}
