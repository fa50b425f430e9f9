public import FlowJSON

/// The paths from the JSON object of a view to the properties of a ``HubViewModel``.
///
/// ```swift
/// schema.viewModelSchema.navigationBarTitlePath = HubJSONPath().member("heading").stringPath
/// ```
///
/// Each path starts at the object of the view.
///
/// As in the Hub Framework: `HUBViewModelJSONSchema`.
public struct HubViewModelJSONSchema: Sendable {
  /// The path to the identifier. The default is `id`.
  public var identifierPath = HubJSONPath().member("id").stringPath
  /// The path to the title. The default is `title`.
  public var navigationBarTitlePath = HubJSONPath().member("title").stringPath
  /// The path to the object of the header. The default is `header`.
  public var headerComponentModelDictionaryPath = HubJSONPath().member("header").dictionaryPath
  /// The path to the objects of the body's components. The default is `body[]`.
  public var bodyComponentModelDictionariesPath = HubJSONPath().member("body").elements.dictionaryPath
  /// The path to the objects of the overlays. The default is `overlays[]`.
  public var overlayComponentModelDictionariesPath = HubJSONPath().member("overlays").elements.dictionaryPath
  /// The path to additional data. The default is `custom`.
  public var customDataPath = HubJSONPath().member("custom").dictionaryPath

  /// Creates a schema with the default paths.
  public init() {}
}
