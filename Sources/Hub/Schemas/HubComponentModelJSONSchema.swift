public import FlowJSON

/// Where in a component's object the properties of a ``HubComponentModel`` are found.
///
/// ```swift
/// schema.componentModelSchema.titlePath = HubJSONPath().goTo("label").stringPath
/// ```
///
/// Each path starts at the object of one component.
///
/// Source: `HUBComponentModelJSONSchema`.
public struct HubComponentModelJSONSchema: Sendable {
  /// Leads to the identifier; `id`.
  public var identifierPath = HubJSONPath().goTo("id").stringPath
  /// Leads to the group; `group`.
  public var groupIdentifierPath = HubJSONPath().goTo("group").stringPath
  /// Leads to which component shows the model; `component.id`, such as `namespace:name` or a name alone.
  public var componentIdentifierPath = HubJSONPath().goTo("component").goTo("id").stringPath
  /// Leads to the category; `component.category`.
  public var componentCategoryPath = HubJSONPath().goTo("component").goTo("category").stringPath
  /// Leads to the title; `text.title`.
  public var titlePath = HubJSONPath().goTo("text").goTo("title").stringPath
  /// Leads to the subtitle; `text.subtitle`.
  public var subtitlePath = HubJSONPath().goTo("text").goTo("subtitle").stringPath
  /// Leads to the accessory title; `text.accessory`.
  public var accessoryTitlePath = HubJSONPath().goTo("text").goTo("accessory").stringPath
  /// Leads to the longer text; `text.description`.
  public var descriptionTextPath = HubJSONPath().goTo("text").goTo("description").stringPath
  /// Leads to the name of the icon; `images.icon`.
  public var iconIdentifierPath = HubJSONPath().goTo("images").goTo("icon").stringPath
  /// Leads to the object of the main image; `images.main`.
  public var mainImageDataDictionaryPath = HubJSONPath().goTo("images").goTo("main").dictionaryPath
  /// Leads to the object of the background image; `images.background`.
  public var backgroundImageDataDictionaryPath = HubJSONPath().goTo("images").goTo("background").dictionaryPath
  /// Leads to the object whose members are the objects of custom images; `images.custom`.
  public var customImageDataDictionaryPath = HubJSONPath().goTo("images").goTo("custom").dictionaryPath
  /// Leads to the object of the target; `target`.
  public var targetDictionaryPath = HubJSONPath().goTo("target").dictionaryPath
  /// Leads to what the program wants to know; `metadata`.
  public var metadataPath = HubJSONPath().goTo("metadata").dictionaryPath
  /// Leads to what is written down; `logging`.
  public var loggingDataPath = HubJSONPath().goTo("logging").dictionaryPath
  /// Leads to anything else; `custom`.
  public var customDataPath = HubJSONPath().goTo("custom").dictionaryPath
  /// Leads to the objects of the children; `children[]`.
  public var childDictionariesPath = HubJSONPath().goTo("children").forEach().dictionaryPath

  /// Makes the default paths.
  public init() {}
}
