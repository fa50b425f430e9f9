public import FlowJSON
public import Foundation

/// Makes a ``HubComponentImageData``.
///
/// ```swift
/// builder.editMainImageData { image in
///   image.url = URL(string: "https://example.org/soup.png")
///   image.placeholderIcon = "food"
/// }
/// ```
///
/// A builder is a value: a copy is independent.
///
/// Source: `HUBComponentImageDataBuilder`.
public struct HubComponentImageDataBuilder: HubJSONBuilder {
  /// Where the image can be loaded from.
  public var url: URL?
  /// The icon to show until then.
  public var placeholderIcon: String?
  /// The name of an image that the program has.
  public var localImage: String?
  /// Anything else.
  public var customData: JSONObject?
  private let rules: SchemaRules

  /// Makes a builder of nothing.
  ///
  /// - Parameter schema: How JSON is read; the default schema if nil.
  public init(schema: HubJSONSchema? = nil) {
    self.init(schema?.rules ?? .standard)
  }

  init(_ rules: SchemaRules) {
    self.rules = rules
  }

  /// Sets one member of the custom data; nil removes it.
  public mutating func setCustomDataValue(_ value: JSONValue?, forKey key: String) {
    customData.set(value, forKey: key)
  }

  /// Adds an image's object.
  ///
  /// - Parameter object: What cannot be read from it is ignored.
  public mutating func addJSON(_ object: JSONObject) {
    let paths = rules.image
    let start = JSONValue.object(object)
    url = paths.urlPath.first(startingAt: start) ?? url
    placeholderIcon =
      paths.placeholderIconIdentifierPath.first(startingAt: start) ?? placeholderIcon
    localImage = paths.localImageNamePath.first(startingAt: start) ?? localImage
    customData.merge(paths.customDataPath.first(startingAt: start))
  }

  /// Makes the image data; nil if nothing is set. The builder can be used on.
  ///
  /// - Parameters:
  ///   - type: What the image is for.
  ///   - identifier: What the image is known by, if it is a custom one.
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
