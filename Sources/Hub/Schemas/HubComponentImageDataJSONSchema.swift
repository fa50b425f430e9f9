public import FlowJSON
public import Foundation

/// Where in an image's object the properties of a ``HubComponentImageData`` are found.
///
/// ```swift
/// schema.componentImageDataSchema.urlPath = HubJSONPath().member("href").urlPath
/// ```
///
/// Each path starts at the object of one image.
///
/// Source: `HUBComponentImageDataJSONSchema`.
public struct HubComponentImageDataJSONSchema: Sendable {
  /// Leads to the address; `uri`.
  public var urlPath = HubJSONPath().member("uri").urlPath
  /// Leads to the name of the icon that stands in the image's place; `placeholder`.
  public var placeholderIconIdentifierPath = HubJSONPath().member("placeholder").stringPath
  /// Leads to the name of an image that the program has; `local`.
  public var localImageNamePath = HubJSONPath().member("local").stringPath
  /// Leads to anything else; `custom`.
  public var customDataPath = HubJSONPath().member("custom").dictionaryPath

  /// Makes the default paths.
  public init() {}
}
