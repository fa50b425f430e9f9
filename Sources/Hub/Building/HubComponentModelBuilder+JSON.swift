public import FlowJSON

extension HubComponentModelBuilder {
  /// Adds a component's object. Its identifier counts if the builder has none yet.
  ///
  /// - Parameter object: What cannot be read from it is ignored.
  public mutating func addJSON(_ object: JSONObject) {
    let start = JSONValue.object(object)
    if identifier == nil { identifier = rules.component.identifierPath.first(from: start) }
    add(start, depth: 1)
  }

  /// Adds a component's object, at a level of the document that begins with 1.
  mutating func add(_ start: JSONValue, depth: Int) {
    addProperties(start)
    addImages(start)
    let paths = rules.component
    if let object = paths.targetDictionaryPath.first(from: start) {
      editTarget { $0.add(object, depth: depth) }
    }
    guard depth < SchemaRules.maximumDepth else { return }
    children.add(paths.childDictionariesPath.values(from: start), depth: depth + 1)
  }

  private mutating func addProperties(_ start: JSONValue) {
    let paths = rules.component
    groupIdentifier = paths.groupIdentifierPath.first(from: start) ?? groupIdentifier
    if let text = paths.componentIdentifierPath.first(from: start) {
      componentIdentifier = HubComponentDefaults.identifier(reading: text, over: componentIdentifier)
    }
    if let text = paths.componentCategoryPath.first(from: start) {
      componentCategory = HubComponentCategory(rawValue: text)
    }
    title = paths.titlePath.first(from: start) ?? title
    subtitle = paths.subtitlePath.first(from: start) ?? subtitle
    accessoryTitle = paths.accessoryTitlePath.first(from: start) ?? accessoryTitle
    descriptionText = paths.descriptionTextPath.first(from: start) ?? descriptionText
    iconIdentifier = paths.iconIdentifierPath.first(from: start) ?? iconIdentifier
    properties.metadata.merge(paths.metadataPath.first(from: start))
    properties.loggingData.merge(paths.loggingDataPath.first(from: start))
    properties.customData.merge(paths.customDataPath.first(from: start))
  }

  private mutating func addImages(_ start: JSONValue) {
    let paths = rules.component
    if let object = paths.mainImageDataDictionaryPath.first(from: start) {
      editMainImageData { $0.addJSON(object) }
    }
    if let object = paths.backgroundImageDataDictionaryPath.first(from: start) {
      editBackgroundImageData { $0.addJSON(object) }
    }
    for (identifier, value) in paths.customImageDataDictionaryPath.first(from: start) ?? [:] {
      guard case .object(let object) = value else { continue }
      editCustomImageData(identifier) { $0.addJSON(object) }
    }
  }
}
