/// The general appearance of a component. It determines how a component without a factory is shown.
///
/// ```swift
/// let category: HubComponentCategory = "playlist"  // the set is open
/// category == .row                                 // false
/// ```
///
/// As in the Hub Framework: `HUBComponentCategory`.
public struct HubComponentCategory: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The category as written in JSON.
  public let rawValue: String

  /// Creates a category from any text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates a category from any text.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  /// The category as written in JSON.
  public var description: String { rawValue }

  /// A header, at the top of a view or above a section.
  public static let header: HubComponentCategory = "header"
  /// A row of a list.
  public static let row: HubComponentCategory = "row"
  /// One of several items side by side.
  public static let card: HubComponentCategory = "card"
  /// A container that shows its children side by side.
  public static let carousel: HubComponentCategory = "carousel"
  /// A wide notice.
  public static let banner: HubComponentCategory = "banner"
}
