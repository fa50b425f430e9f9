public import FlowJSON

/// Where in a view's object the properties of a ``HubViewModel`` are found.
///
/// ```swift
/// schema.viewModelSchema.navigationBarTitlePath = HubJSONPath().member("heading").stringPath
/// ```
///
/// Each path starts at the object of the view.
///
/// Source: `HUBViewModelJSONSchema`.
public struct HubViewModelJSONSchema: Sendable {
  /// Leads to the identifier; `id`.
  public var identifierPath = HubJSONPath().member("id").stringPath
  /// Leads to the title; `title`.
  public var navigationBarTitlePath = HubJSONPath().member("title").stringPath
  /// Leads to the object of the header; `header`.
  public var headerComponentModelDictionaryPath = HubJSONPath().member("header").dictionaryPath
  /// Leads to the objects of the body's components; `body[]`.
  public var bodyComponentModelDictionariesPath = HubJSONPath().member("body").elements.dictionaryPath
  /// Leads to the objects of the overlays; `overlays[]`.
  public var overlayComponentModelDictionariesPath = HubJSONPath().member("overlays").elements.dictionaryPath
  /// Leads to anything else; `custom`.
  public var customDataPath = HubJSONPath().member("custom").dictionaryPath

  /// Makes the default paths.
  public init() {}
}
