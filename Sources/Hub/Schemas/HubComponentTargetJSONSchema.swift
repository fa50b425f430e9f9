public import FlowJSON
public import Foundation

/// The paths from the JSON object of a target to the properties of a ``HubComponentTarget``.
///
/// ```swift
/// schema.componentTargetSchema.uriPath = HubJSONPath().member("link").urlPath
/// ```
///
/// Each path starts at the object of one target.
///
/// As in the Hub Framework: `HUBComponentTargetJSONSchema`.
public struct HubComponentTargetJSONSchema: Sendable {
  /// The path to the URI that is opened. The default is `uri`.
  public var uriPath = HubJSONPath().member("uri").urlPath
  /// The path to the object of the initial view, which the whole schema reads. The default is `view`.
  public var initialViewModelDictionaryPath = HubJSONPath().member("view").dictionaryPath
  /// The path to the identifiers of actions, each `namespace:name`. Other texts are ignored. The default is
  /// `actions[]`.
  public var actionIdentifiersPath = HubJSONPath().member("actions").elements.stringPath
  /// The path to additional data. The default is `custom`.
  public var customDataPath = HubJSONPath().member("custom").dictionaryPath

  /// Creates a schema with the default paths.
  public init() {}
}
