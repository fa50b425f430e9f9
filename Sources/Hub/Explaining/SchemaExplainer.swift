import FlowJSON
import FlowScreens

/// Follows the paths of a schema as builders do, and records the outcomes.
struct SchemaExplainer {
  let rules: SchemaRules
  /// The number of models that can still be explained.
  private(set) var left: Int

  init(rules: SchemaRules, left: Int) {
    self.rules = rules
    self.left = left
  }

  mutating func view(_ element: JSONElement, _ subject: String, depth: Int) -> HubExplanation {
    left -= 1
    let paths = rules.view
    var list = PropertyList(element)
    list.add("identifier", paths.identifierPath)
    list.add("navigationBarTitle", paths.navigationBarTitlePath)
    let header = list.add("headerComponentModel", paths.headerComponentModelDictionaryPath).prefix(1)
    let body = list.add("bodyComponentModels", paths.bodyComponentModelDictionariesPath)
    let overlays = list.add("overlayComponentModels", paths.overlayComponentModelDictionariesPath)
    list.add("customData", paths.customDataPath)
    guard depth < SchemaRules.maximumDepth else { return list.explanation(subject, tooDeep: true) }
    var parts: [HubExplanation] = []
    for (elements, name) in [
      (Array(header), "header component"), (body, "body component"), (overlays, "overlay component"),
    ] {
      for (index, element) in elements.enumerated() where left > 0 {
        parts.append(component(element, name == "header component" ? name : "\(name) \(index)", depth: depth + 1))
      }
    }
    return list.explanation(subject, parts, omitted: header.count + body.count + overlays.count - parts.count)
  }

  mutating func component(_ element: JSONElement, _ subject: String, depth: Int) -> HubExplanation {
    left -= 1
    let outline = outline(of: element)
    var parts = outline.images
    if let element = outline.target { parts.append(target(element, depth: depth)) }
    guard depth < SchemaRules.maximumDepth else {
      return outline.list.explanation(subject, parts, tooDeep: !outline.children.isEmpty)
    }
    var explained = 0
    for (index, child) in outline.children.enumerated() where left > 0 {
      parts.append(component(child, "child component \(index)", depth: depth + 1))
      explained += 1
    }
    return outline.list.explanation(subject, parts, omitted: outline.children.count - explained)
  }

  /// The outcomes of a component's own paths.
  private struct Outline {
    var list: PropertyList
    var images: [HubExplanation] = []
    var target: JSONElement?
    var children: [JSONElement] = []
  }

  /// Follows a component's own paths. It is a separate function, so that each level of nesting uses little of the
  /// stack.
  private mutating func outline(of element: JSONElement) -> Outline {
    let paths = rules.component
    let defaults = rules.defaults
    var outline = Outline(list: PropertyList(element))
    outline.list.add("identifier", paths.identifierPath, otherwise: "generated")
    outline.list.add("groupIdentifier", paths.groupIdentifierPath)
    outline.list.add(
      "componentIdentifier", paths.componentIdentifierPath, otherwise: "\(defaults.namespace):\(defaults.name)")
    outline.list.add("componentCategory", paths.componentCategoryPath, otherwise: defaults.category.rawValue)
    outline.list.add("title", paths.titlePath)
    outline.list.add("subtitle", paths.subtitlePath)
    outline.list.add("accessoryTitle", paths.accessoryTitlePath)
    outline.list.add("descriptionText", paths.descriptionTextPath)
    outline.list.add("icon", paths.iconIdentifierPath)
    let main = outline.list.add("mainImageData", paths.mainImageDataDictionaryPath).prefix(1)
    let background = outline.list.add("backgroundImageData", paths.backgroundImageDataDictionaryPath).prefix(1)
    let custom = outline.list.add("customImageData", paths.customImageDataDictionaryPath).prefix(1)
    outline.target = outline.list.add("target", paths.targetDictionaryPath).first
    outline.list.add("metadata", paths.metadataPath)
    outline.list.add("loggingData", paths.loggingDataPath)
    outline.list.add("customData", paths.customDataPath)
    outline.children = outline.list.add("childComponentModels", paths.childDictionariesPath)
    outline.images = main.map { image($0, "main image") } + background.map { image($0, "background image") }
    for images in custom {
      for (name, value) in JSONObject(hubValue: images.value ?? .null) ?? [:] where value.kind == .object && left > 0 {
        outline.images.append(image(images[name], "custom image \(JSONValue.string(name.inSentence).jsonText)"))
      }
    }
    return outline
  }

  private mutating func image(_ element: JSONElement, _ subject: String) -> HubExplanation {
    left -= 1
    let paths = rules.image
    var list = PropertyList(element)
    list.add("url", paths.urlPath)
    list.add("placeholderIcon", paths.placeholderIconIdentifierPath)
    list.add("localImage", paths.localImageNamePath)
    list.add("customData", paths.customDataPath)
    return list.explanation(list.hasValues ? subject : "\(subject), left out because nothing of it is there,")
  }

  private mutating func target(_ element: JSONElement, depth: Int) -> HubExplanation {
    left -= 1
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
    var parts: [HubExplanation] = []
    for element in views where left > 0 { parts.append(view(element, "initial view model", depth: depth + 1)) }
    return list.explanation("target", parts, omitted: views.count - parts.count)
  }
}
