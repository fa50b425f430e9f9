public import FlowJSON

extension HubJSONSchema {
  /// Says what the schema makes of a document: for every property which path gave it, or why the path gave nothing.
  ///
  /// - Parameter document: A view's object, or an array of body components.
  /// - Returns: The explanation. What a builder would refuse, or a document of another kind, is explained as well as it goes.
  public func explain(_ document: JSONValue) -> HubExplanation {
    let explainer = SchemaExplainer(rules: rules)
    let root = JSONElement(document)
    guard case .array(let elements) = document else { return explainer.view(root, "view model", depth: 0) }
    let parts = elements.indices.filter { elements[$0].kind == .object }.enumerated().map { index, place in
      explainer.component(root[place], "body component \(index)", depth: 1)
    }
    return HubExplanation(subject: "view model", location: root.location, properties: [], parts: parts)
  }
}

/// Follows the paths of a schema the way builders do, and takes down what they come to.
struct SchemaExplainer {
  let rules: SchemaRules

  func view(_ element: JSONElement, _ subject: String, depth: Int) -> HubExplanation {
    let paths = rules.view
    var list = PropertyList(element)
    list.add("identifier", paths.identifierPath)
    list.add("navigationBarTitle", paths.navigationBarTitlePath)
    let header = list.add("headerComponentModel", paths.headerComponentModelDictionaryPath).prefix(1)
    let body = list.add("bodyComponentModels", paths.bodyComponentModelDictionariesPath)
    let overlays = list.add("overlayComponentModels", paths.overlayComponentModelDictionariesPath)
    list.add("customData", paths.customDataPath)
    guard depth < SchemaRules.maximumDepth else { return list.explanation(subject, tooDeep: true) }
    let parts =
      header.map { component($0, "header component", depth: depth + 1) }
      + body.enumerated().map { component($1, "body component \($0)", depth: depth + 1) }
      + overlays.enumerated().map { component($1, "overlay component \($0)", depth: depth + 1) }
    return list.explanation(subject, parts)
  }

  func component(_ element: JSONElement, _ subject: String, depth: Int) -> HubExplanation {
    let paths = rules.component
    var list = PropertyList(element)
    list.add("identifier", paths.identifierPath, otherwise: "one is made up")
    list.add("groupIdentifier", paths.groupIdentifierPath)
    let defaults = rules.defaults
    list.add("componentIdentifier", paths.componentIdentifierPath, otherwise: "\(defaults.namespace):\(defaults.name)")
    list.add("componentCategory", paths.componentCategoryPath, otherwise: defaults.category.rawValue)
    list.add("title", paths.titlePath)
    list.add("subtitle", paths.subtitlePath)
    list.add("accessoryTitle", paths.accessoryTitlePath)
    list.add("descriptionText", paths.descriptionTextPath)
    list.add("icon", paths.iconIdentifierPath)
    let main = list.add("mainImageData", paths.mainImageDataDictionaryPath).prefix(1)
    let background = list.add("backgroundImageData", paths.backgroundImageDataDictionaryPath).prefix(1)
    let custom = list.add("customImageData", paths.customImageDataDictionaryPath).prefix(1)
    let target = list.add("target", paths.targetDictionaryPath).prefix(1)
    list.add("metadata", paths.metadataPath)
    list.add("loggingData", paths.loggingDataPath)
    list.add("customData", paths.customDataPath)
    let children = list.add("childComponentModels", paths.childDictionariesPath)
    var parts = main.map { image($0, "main image") } + background.map { image($0, "background image") }
    parts += custom.flatMap { images in
      JSONObject(hubValue: images.value ?? .null)?.filter { $0.value.kind == .object }.map { name, _ in
        image(images[name], "custom image \(JSONValue.string(name).jsonText)")
      } ?? []
    }
    parts += target.map { self.target($0, depth: depth) }
    guard depth < SchemaRules.maximumDepth else { return list.explanation(subject, parts, tooDeep: !children.isEmpty) }
    parts += children.enumerated().map { component($1, "child component \($0)", depth: depth + 1) }
    return list.explanation(subject, parts)
  }

  private func image(_ element: JSONElement, _ subject: String) -> HubExplanation {
    let paths = rules.image
    var list = PropertyList(element)
    list.add("url", paths.urlPath)
    list.add("placeholderIcon", paths.placeholderIconIdentifierPath)
    list.add("localImage", paths.localImageNamePath)
    list.add("customData", paths.customDataPath)
    return list.explanation(list.gaveSomething ? subject : "\(subject), left out because nothing of it is there,")
  }

  private func target(_ element: JSONElement, depth: Int) -> HubExplanation {
    let paths = rules.target
    var list = PropertyList(element)
    list.add("uri", paths.uriPath)
    list.add("actionIdentifiers", paths.actionIdentifiersPath) { found in
      let dropped = found.filter { ComponentIdentifier($0.canonicalText) == nil }
      return dropped.first.map { "\(dropped.count) dropped, \($0.jsonText) is not namespace:name" }
    }
    let views = list.add("initialViewModel", paths.initialViewModelDictionaryPath).prefix(1)
    list.add("customData", paths.customDataPath)
    guard depth < SchemaRules.maximumDepth else { return list.explanation("target", tooDeep: !views.isEmpty) }
    return list.explanation("target", views.map { view($0, "initial view model", depth: depth) })
  }
}
