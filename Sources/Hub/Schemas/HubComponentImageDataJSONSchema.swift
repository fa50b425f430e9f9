public import FlowJSON
public import Foundation

/// The paths from the JSON object of an image to the properties of a ``HubComponentImageData``.
///
/// ```swift
/// schema.componentImageDataSchema.urlPath = HubJSONPath().member("href").urlPath
/// ```
///
/// Each path starts at the object of one image.
///
/// As in the Hub Framework: `HUBComponentImageDataJSONSchema`.
public struct HubComponentImageDataJSONSchema: Sendable {
  /// The path to the address. The default is `uri`.
  public var urlPath = HubJSONPath().member("uri").urlPath
  /// The path to the name of the placeholder icon. The default is `placeholder`.
  public var placeholderIconIdentifierPath = HubJSONPath().member("placeholder").stringPath
  /// The path to the name of an image in the program's resources. The default is `local`.
  public var localImageNamePath = HubJSONPath().member("local").stringPath
  /// The path to additional data. The default is `custom`.
  public var customDataPath = HubJSONPath().member("custom").dictionaryPath

  /// Creates a schema with the default paths.
  public init() {}
}
