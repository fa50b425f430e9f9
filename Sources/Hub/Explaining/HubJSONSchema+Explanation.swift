public import FlowJSON

extension HubJSONSchema {
  /// Explains what the schema makes of a document: for every property which path gave it, or why the path gave nothing.
  ///
  /// - Parameter document: A view's object, or an array of body components.
  /// - Returns: The explanation. What a builder would refuse, or a document of another kind, is explained as well as it goes.
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
