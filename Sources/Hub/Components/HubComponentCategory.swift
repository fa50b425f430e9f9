/// What a component looks like, roughly: what decides how it is shown where the component itself is not known.
///
/// ```swift
/// let category: HubComponentCategory = "playlist"  // the set is open
/// category == .row                                 // false
/// ```
///
/// Source: `HUBComponentCategory`.
public struct HubComponentCategory: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The category as it stands in JSON.
  public let rawValue: String

  /// Makes a category of any text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes a category of any text.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  /// The category as it stands in JSON.
  public var description: String { rawValue }

  /// Stands at the top of a view, or above a section.
  public static let header: HubComponentCategory = "header"
  /// One line of a list.
  public static let row: HubComponentCategory = "row"
  /// One of several things side by side.
  public static let card: HubComponentCategory = "card"
  /// Shows its children side by side.
  public static let carousel: HubComponentCategory = "carousel"
  /// A wide notice.
  public static let banner: HubComponentCategory = "banner"
}
