public import FlowJSON
public import Foundation

/// Where in a target's object the properties of a ``HubComponentTarget`` are found.
///
/// ```swift
/// schema.componentTargetSchema.uriPath = HubJSONPath().goTo("link").urlPath
/// ```
///
/// Each path starts at the object of one target.
///
/// Source: `HUBComponentTargetJSONSchema`.
public struct HubComponentTargetJSONSchema: Sendable {
  /// Leads to what to open; `uri`.
  public var uriPath = HubJSONPath().goTo("uri").urlPath
  /// Leads to the object of the view to show at first; `view`, read by the whole schema.
  public var initialViewModelDictionaryPath = HubJSONPath().goTo("view").dictionaryPath
  /// Leads to the actions to try; `actions[]`, each `namespace:name`. Others are dropped.
  public var actionIdentifiersPath = HubJSONPath().goTo("actions").forEach().stringPath
  /// Leads to anything else; `custom`.
  public var customDataPath = HubJSONPath().goTo("custom").dictionaryPath

  /// Makes the default paths.
  public init() {}
}
