public import FlowJSON

extension HubJSONSchema {
  /// Explains how the schema reads a document: for each property, the path and its value, or why it has none.
  ///
  /// - Parameters:
  ///   - document: The object of a view, or an array of body components.
  ///   - limit: The maximum number of models to explain. The other models are only counted, because an explanation is
  ///     much longer than its document.
  /// - Returns: The explanation. A document that a builder would refuse is explained too, as far as possible.
  public func explanation(of document: JSONValue, limit: Int = 1_000) -> HubExplanation {
    var explainer = SchemaExplainer(rules: rules, left: max(1, limit))
    let root = JSONElement(document)
    guard case .array(let elements) = document else { return explainer.view(root, "view model", depth: 0) }
    let objects = elements.indices.filter { elements[$0].kind == .object }
    var parts: [HubExplanation] = []
    for (index, place) in objects.enumerated() where explainer.left > 0 {
      parts.append(explainer.component(root[place], "body component \(index)", depth: 1))
    }
    return HubExplanation(
      subject: "view model", location: root.location, properties: [], parts: parts,
      omittedParts: objects.count - parts.count)
  }
}
