public import FlowJSON
public import Foundation

/// An image of a component: its source, and the icon to show until it is loaded.
///
/// ```swift
/// if let image = component.mainImageData {
///   print(image.url ?? "no address", image.placeholderIcon ?? "no placeholder")
/// }
/// ```
///
/// Icons are names. The renderer maps them to images.
///
/// As in the Hub Framework: `HUBComponentImageData`.
public struct HubComponentImageData: Sendable, Equatable {
  /// The purpose of an image.
  public enum ImageType: String, Sendable, CaseIterable {
    /// An image in the foreground.
    case main
    /// An image behind the other contents.
    case background
    /// An image with a purpose that depends on its identifier and the component.
    case custom
  }

  /// The identifier of a custom image. Nil for other images.
  public let identifier: String?
  /// The purpose of the image.
  public let type: ImageType
  /// The address of the image.
  public let url: URL?
  /// The name of the icon to show until the image is loaded.
  public let placeholderIcon: String?
  /// The name of an image in the program's resources.
  public let localImage: String?
  /// Additional data.
  public let customData: JSONObject?
}
