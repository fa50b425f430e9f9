public import FlowJSON

extension HubComponentModelBuilder {
  /// Adds the JSON object of a component. Its identifier is ignored if the builder already has one.
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
    if let text = paths.groupIdentifierPath.first(startingAt: start) { groupIdentifier = text }
    if let text = paths.componentIdentifierPath.first(startingAt: start) {
      componentIdentifier = HubComponentDefaults.identifier(reading: text, over: componentIdentifier)
    }
    if let text = paths.componentCategoryPath.first(startingAt: start) {
      componentCategory = HubComponentCategory(rawValue: text)
    }
    if let text = paths.titlePath.first(startingAt: start) { title = text }
    if let text = paths.subtitlePath.first(startingAt: start) { subtitle = text }
    if let text = paths.accessoryTitlePath.first(startingAt: start) { accessoryTitle = text }
    if let text = paths.descriptionTextPath.first(startingAt: start) { descriptionText = text }
    if let text = paths.iconIdentifierPath.first(startingAt: start) { icon = text }
    if let object = paths.metadataPath.first(startingAt: start) { properties.metadata.merge(object) }
    if let object = paths.loggingDataPath.first(startingAt: start) { properties.loggingData.merge(object) }
    if let object = paths.customDataPath.first(startingAt: start) { properties.customData.merge(object) }
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
