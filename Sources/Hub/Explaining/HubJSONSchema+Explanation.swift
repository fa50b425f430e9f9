public import FlowJSON

extension HubJSONSchema {
  /// Explains how the schema reads a document: for each property, the path that gave it, or why the path gave nothing.
  ///
  /// - Parameter document: The object of a view, or an array of body components.
  /// - Returns: The explanation. Documents that a builder would refuse are explained too, as far as possible.
  public func explanation(of document: JSONValue) -> HubExplanation {
    let explainer = SchemaExplainer(rules: rules)
    let root = JSONElement(document)
    guard case .array(let elements) = document else { return explainer.view(root, "view model", depth: 0) }
    let parts = elements.indices.filter { elements[$0].kind == .object }.enumerated().map { index, place in
      explainer.component(root[place], "body component \(index)", depth: 1)
    }
    return HubExplanation(subject: "view model", location: root.location, properties: [], parts: parts)
  }
}
