public import FlowJSON

/// Where in a component's object the properties of a ``HubComponentModel`` are found.
///
/// ```swift
/// schema.componentModelSchema.titlePath = HubJSONPath().member("label").stringPath
/// ```
///
/// Each path starts at the object of one component.
///
/// Source: `HUBComponentModelJSONSchema`.
public struct HubComponentModelJSONSchema: Sendable {
  /// Leads to the identifier; `id`.
  public var identifierPath = HubJSONPath().member("id").stringPath
  /// Leads to the group; `group`.
  public var groupIdentifierPath = HubJSONPath().member("group").stringPath
  /// Leads to which component shows the model; `component.id`, such as `namespace:name` or a name alone.
  public var componentIdentifierPath = HubJSONPath().member("component").member("id").stringPath
  /// Leads to the category; `component.category`.
  public var componentCategoryPath = HubJSONPath().member("component").member("category").stringPath
  /// Leads to the title; `text.title`.
  public var titlePath = HubJSONPath().member("text").member("title").stringPath
  /// Leads to the subtitle; `text.subtitle`.
  public var subtitlePath = HubJSONPath().member("text").member("subtitle").stringPath
  /// Leads to the accessory title; `text.accessory`.
  public var accessoryTitlePath = HubJSONPath().member("text").member("accessory").stringPath
  /// Leads to the longer text; `text.description`.
  public var descriptionTextPath = HubJSONPath().member("text").member("description").stringPath
  /// Leads to the name of the icon; `images.icon`.
  public var iconIdentifierPath = HubJSONPath().member("images").member("icon").stringPath
  /// Leads to the object of the main image; `images.main`.
  public var mainImageDataDictionaryPath = HubJSONPath().member("images").member("main").dictionaryPath
  /// Leads to the object of the background image; `images.background`.
  public var backgroundImageDataDictionaryPath = HubJSONPath().member("images").member("background").dictionaryPath
  /// Leads to the object whose members are the objects of custom images; `images.custom`.
  public var customImageDataDictionaryPath = HubJSONPath().member("images").member("custom").dictionaryPath
  /// Leads to the object of the target; `target`.
  public var targetDictionaryPath = HubJSONPath().member("target").dictionaryPath
  /// Leads to what the program wants to know; `metadata`.
  public var metadataPath = HubJSONPath().member("metadata").dictionaryPath
  /// Leads to what is written down; `logging`.
  public var loggingDataPath = HubJSONPath().member("logging").dictionaryPath
  /// Leads to anything else; `custom`.
  public var customDataPath = HubJSONPath().member("custom").dictionaryPath
  /// Leads to the objects of the children; `children[]`.
  public var childDictionariesPath = HubJSONPath().member("children").elements.dictionaryPath

  /// Makes the default paths.
  public init() {}
}
