public import FlowJSON
public import Foundation

/// An image of a component: where it comes from, and what stands in its place meanwhile.
///
/// ```swift
/// if let image = component.mainImageData {
///   print(image.url ?? "no address", image.placeholderIcon ?? "no placeholder")
/// }
/// ```
///
/// Icons are named, never resolved: whoever draws knows what they look like.
///
/// Source: `HUBComponentImageData`.
public struct HubComponentImageData: Sendable, Equatable {
  /// What an image is for.
  public enum ImageType: String, Sendable, CaseIterable {
    /// It stands in the foreground.
    case main
    /// It stands behind everything else.
    case background
    /// The component knows, by its identifier.
    case custom
  }

  /// What the image is known by; nil unless it is a custom one.
  public let identifier: String?
  /// What the image is for.
  public let type: ImageType
  /// Where the image can be loaded from.
  public let url: URL?
  /// The icon to show until then.
  public let placeholderIcon: String?
  /// The name of an image that the program has.
  public let localImage: String?
  /// Anything else.
  public let customData: JSONObject?
}
