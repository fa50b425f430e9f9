public import FlowJSON

/// The paths from the JSON object of a component to the properties of a ``HubComponentModel``.
///
/// ```swift
/// schema.componentModelSchema.titlePath = HubJSONPath().member("label").stringPath
/// ```
///
/// Each path starts at the object of one component.
///
/// As in the Hub Framework: `HUBComponentModelJSONSchema`.
public struct HubComponentModelJSONSchema: Sendable {
  /// The path to the identifier. The default is `id`.
  public var identifierPath = HubJSONPath().member("id").stringPath
  /// The path to the identifier of the group. The default is `group`.
  public var groupIdentifierPath = HubJSONPath().member("group").stringPath
  /// The path to the identifier of the component that shows the model: `namespace:name`, or a name alone. The default
  /// is `component.id`.
  public var componentIdentifierPath = HubJSONPath().member("component").member("id").stringPath
  /// The path to the category. The default is `component.category`.
  public var componentCategoryPath = HubJSONPath().member("component").member("category").stringPath
  /// The path to the title. The default is `text.title`.
  public var titlePath = HubJSONPath().member("text").member("title").stringPath
  /// The path to the subtitle. The default is `text.subtitle`.
  public var subtitlePath = HubJSONPath().member("text").member("subtitle").stringPath
  /// The path to the accessory title. The default is `text.accessory`.
  public var accessoryTitlePath = HubJSONPath().member("text").member("accessory").stringPath
  /// The path to the longer text. The default is `text.description`.
  public var descriptionTextPath = HubJSONPath().member("text").member("description").stringPath
  /// The path to the name of the icon. The default is `images.icon`.
  public var iconIdentifierPath = HubJSONPath().member("images").member("icon").stringPath
  /// The path to the object of the main image. The default is `images.main`.
  public var mainImageDataDictionaryPath = HubJSONPath().member("images").member("main").dictionaryPath
  /// The path to the object of the background image. The default is `images.background`.
  public var backgroundImageDataDictionaryPath = HubJSONPath().member("images").member("background").dictionaryPath
  /// The path to an object whose members are the objects of custom images. The default is `images.custom`.
  public var customImageDataDictionaryPath = HubJSONPath().member("images").member("custom").dictionaryPath
  /// The path to the object of the target. The default is `target`.
  public var targetDictionaryPath = HubJSONPath().member("target").dictionaryPath
  /// The path to data for the program. The default is `metadata`.
  public var metadataPath = HubJSONPath().member("metadata").dictionaryPath
  /// The path to data to log. The default is `logging`.
  public var loggingDataPath = HubJSONPath().member("logging").dictionaryPath
  /// The path to additional data. The default is `custom`.
  public var customDataPath = HubJSONPath().member("custom").dictionaryPath
  /// The path to the objects of the children. The default is `children[]`.
  public var childDictionariesPath = HubJSONPath().member("children").elements.dictionaryPath

  /// Creates a schema with the default paths.
  public init() {}
}
