import FlowJSON
public import FlowScreens
public import Foundation

/// Does what a component's target says when the component is selected.
///
/// The target's actions are tried in order until one is successful; if none is, its URI is opened.
///
/// ```swift
/// let selector = HubSelector(actions: actions, opener: HubTargetOpener(browser))
/// let outcome = selector.select(component, in: viewModel, with: basket)
/// ```
///
/// Source: `HUBComponentSelectionHandler`, which the original applies in this order although its guide reads otherwise.
public struct HubSelector<Context> {
  private let actions: HubActions<Context>
  private let opener: HubTargetOpener
  private let logger: any FlowLogger

  /// Makes a selector.
  ///
  /// - Parameters:
  ///   - actions: What targets can name.
  ///   - opener: Opens URIs.
  ///   - logger: Hears of actions that nobody has registered.
  public init(actions: HubActions<Context>, opener: HubTargetOpener = .none, logger: any FlowLogger = SilentLogger()) {
    self.actions = actions
    self.opener = opener
    self.logger = logger
  }

  /// Selects a component.
  ///
  /// - Parameters:
  ///   - component: What the user has chosen.
  ///   - viewModel: What it is a part of.
  ///   - context: What actions act upon.
  /// - Returns: What came of it.
  @discardableResult
  public func select(
    _ component: HubComponentModel, in viewModel: HubViewModel, with context: Context
  ) -> HubSelectionOutcome {
    guard let target = component.target else { return .unhandled }
    for identifier in target.actionIdentifiers ?? [] {
      guard let action = actions[identifier] else {
        let names = (JSONValue.string(component.identifier).jsonText, JSONValue.string(identifier.description).jsonText)
        logger.warning("Component \(names.0) names the action \(names.1), which is not registered.")
        continue
      }
      if action(HubSelection(component: component, viewModel: viewModel, action: identifier), context) {
        return .performed(identifier)
      }
    }
    if let uri = target.uri, opener.open(uri, initialViewModel: target.initialViewModel) { return .opened(uri) }
    return .unhandled
  }
}

/// What came of selecting a component.
///
/// ```swift
/// if case .opened(let uri) = outcome { print("Opened \(uri)") }
/// ```
public enum HubSelectionOutcome: Sendable, Hashable {
  /// An action was successful.
  case performed(ComponentIdentifier)
  /// The URI was opened.
  case opened(URL)
  /// Nobody felt responsible.
  case unhandled
}
