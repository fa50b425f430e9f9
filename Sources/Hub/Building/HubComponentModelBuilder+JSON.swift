public import FlowJSON

extension HubComponentModelBuilder {
  /// Adds the JSON object of a component. Its identifier is used only if the builder has none.
  ///
  /// - Parameter object: The object. Values that cannot be read are ignored.
  public mutating func addJSON(_ object: JSONObject) {
    let start = JSONValue.object(object)
    if identifier == nil { identifier = rules.component.identifierPath.first(startingAt: start) }
    add(start, depth: 1)
  }

  /// Adds the JSON object of a component at a level of nesting, counted from 1.
  mutating func add(_ start: JSONValue, depth: Int) {
    addProperties(start)
    addImages(start)
    let paths = rules.component
    if let object = paths.targetDictionaryPath.first(startingAt: start) {
      editTarget { $0.add(object, depth: depth) }
    }
    guard depth < SchemaRules.maximumDepth else { return }
    children.add(paths.childDictionariesPath.values(startingAt: start), depth: depth + 1)
  }

  private mutating func addProperties(_ start: JSONValue) {
    let paths = rules.component
    groupIdentifier = paths.groupIdentifierPath.first(startingAt: start) ?? groupIdentifier
    if let text = paths.componentIdentifierPath.first(startingAt: start) {
      componentIdentifier = HubComponentDefaults.identifier(reading: text, over: componentIdentifier)
    }
    if let text = paths.componentCategoryPath.first(startingAt: start) {
      componentCategory = HubComponentCategory(rawValue: text)
    }
    title = paths.titlePath.first(startingAt: start) ?? title
    subtitle = paths.subtitlePath.first(startingAt: start) ?? subtitle
    accessoryTitle = paths.accessoryTitlePath.first(startingAt: start) ?? accessoryTitle
    descriptionText = paths.descriptionTextPath.first(startingAt: start) ?? descriptionText
    icon = paths.iconIdentifierPath.first(startingAt: start) ?? icon
    properties.metadata.merge(paths.metadataPath.first(startingAt: start))
    properties.loggingData.merge(paths.loggingDataPath.first(startingAt: start))
    properties.customData.merge(paths.customDataPath.first(startingAt: start))
  }

  private mutating func addImages(_ start: JSONValue) {
    let paths = rules.component
    if let object = paths.mainImageDataDictionaryPath.first(startingAt: start) {
      editMainImageData { $0.addJSON(object) }
    }
    if let object = paths.backgroundImageDataDictionaryPath.first(startingAt: start) {
      editBackgroundImageData { $0.addJSON(object) }
    }
    for (identifier, value) in paths.customImageDataDictionaryPath.first(startingAt: start) ?? [:] {
      guard case .object(let object) = value else { continue }
      editCustomImageData(identifier) { $0.addJSON(object) }
    }
  }
}
