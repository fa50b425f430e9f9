public import FlowJSON
public import Foundation

/// Where in a target's object the properties of a ``HubComponentTarget`` are found.
///
/// ```swift
/// schema.componentTargetSchema.uriPath = HubJSONPath().member("link").urlPath
/// ```
///
/// Each path starts at the object of one target.
///
/// Source: `HUBComponentTargetJSONSchema`.
public struct HubComponentTargetJSONSchema: Sendable {
  /// Leads to what to open; `uri`.
  public var uriPath = HubJSONPath().member("uri").urlPath
  /// Leads to the object of the view to show at first; `view`, read by the whole schema.
  public var initialViewModelDictionaryPath = HubJSONPath().member("view").dictionaryPath
  /// Leads to the actions to try; `actions[]`, each `namespace:name`. Others are dropped.
  public var actionIdentifiersPath = HubJSONPath().member("actions").elements.stringPath
  /// Leads to anything else; `custom`.
  public var customDataPath = HubJSONPath().member("custom").dictionaryPath

  /// Makes the default paths.
  public init() {}
}
