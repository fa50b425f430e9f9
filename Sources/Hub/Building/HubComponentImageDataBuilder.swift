public import FlowJSON
public import Foundation

/// A builder of a ``HubComponentImageData``.
///
/// ```swift
/// builder.editMainImageData { image in
///   image.url = URL(string: "https://example.org/soup.png")
///   image.placeholderIcon = "food"
/// }
/// ```
///
/// A builder is a value: copies are independent.
///
/// As in the Hub Framework: `HUBComponentImageDataBuilder`.
public struct HubComponentImageDataBuilder: HubJSONBuilder {
  /// The address of the image.
  public var url: URL?
  /// The name of the icon to show until the image is loaded.
  public var placeholderIcon: String?
  /// The name of an image in the program's resources.
  public var localImage: String?
  /// Additional data.
  public var customData: JSONObject?
  private let rules: SchemaRules

  /// Creates an empty builder.
  ///
  /// - Parameter schema: The schema that reads JSON. Nil for the default schema.
  public init(schema: HubJSONSchema? = nil) {
    self.init(schema?.rules ?? .standard)
  }

  init(_ rules: SchemaRules) {
    self.rules = rules
  }

  /// Sets a member of the custom data. Nil removes the member.
  public mutating func setCustomDataValue(_ value: JSONValue?, forKey key: String) {
    customData.set(value, forKey: key)
  }

  /// Adds the JSON object of an image.
  ///
  /// - Parameter object: The object. Values that cannot be read are ignored.
  public mutating func addJSON(_ object: JSONObject) {
    let paths = rules.image
    let start = JSONValue.object(object)
    url = paths.urlPath.first(startingAt: start) ?? url
    placeholderIcon =
      paths.placeholderIconIdentifierPath.first(startingAt: start) ?? placeholderIcon
    localImage = paths.localImageNamePath.first(startingAt: start) ?? localImage
    customData.merge(paths.customDataPath.first(startingAt: start))
  }

  /// Builds the image data. Returns nil if no property is set. You can use the builder again afterwards.
  ///
  /// - Parameters:
  ///   - type: The purpose of the image.
  ///   - identifier: The identifier of a custom image.
  /// - Returns: The image data.
  public func build(
    _ type: HubComponentImageData.ImageType = .main, identifier: String? = nil
  ) -> HubComponentImageData? {
    guard url != nil || placeholderIcon != nil || localImage != nil || customData != nil else {
      return nil
    }
    return HubComponentImageData(
      identifier: identifier, type: type, url: url, placeholderIcon: placeholderIcon,
      localImage: localImage, customData: customData)
  }
}
