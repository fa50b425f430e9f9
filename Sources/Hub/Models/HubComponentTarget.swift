public import FlowJSON
public import FlowScreens
public import Foundation

/// The target of a component, which is the effect of selecting the component.
///
/// ```swift
/// component.target?.actionIdentifiers?.first  // food:choose
/// component.target?.uri                       // https://en.wikipedia.org/wiki/Herring
/// ```
///
/// As in the Hub Framework: `HUBComponentTarget`.
public struct HubComponentTarget: Sendable, Equatable {
  /// The URI that is opened if no action succeeds.
  public let uri: URL?
  /// The actions to try, in order and without duplicates. Nil if the target has no actions.
  public let actionIdentifiers: [ComponentIdentifier]?
  /// Additional data.
  public let customData: JSONObject?
  private let view: Indirect<HubViewModel>

  /// The initial view, which can be shown while the view at the URI is loading.
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
