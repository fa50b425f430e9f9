public import FlowJSON
public import FlowScreens
public import Foundation

/// What happens when a component is selected.
///
/// ```swift
/// component.target?.actionIdentifiers?.first  // food:choose
/// component.target?.uri                       // https://en.wikipedia.org/wiki/Herring
/// ```
///
/// Source: `HUBComponentTarget`.
public struct HubComponentTarget: Sendable, Equatable {
  /// What to open, if no action is successful.
  public let uri: URL?
  /// The actions to try, in order and without duplicates; nil if there are none.
  public let actionIdentifiers: [ComponentIdentifier]?
  /// Anything else.
  public let customData: JSONObject?
  private let view: Indirect<HubViewModel>

  /// What the view behind the URI can show at first.
  public var initialViewModel: HubViewModel? { view.value }

  init(
    uri: URL?, initialViewModel: HubViewModel?, actionIdentifiers: [ComponentIdentifier]?, customData: JSONObject?
  ) {
    self.uri = uri
    self.actionIdentifiers = actionIdentifiers
    self.customData = customData
    view = Indirect(initialViewModel)
  }
}
