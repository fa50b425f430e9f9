import FlowJSON
public import FlowScreens
public import Foundation

/// Performs the target of a component when the component is selected.
///
/// The target's actions are tried in order until one succeeds. If none succeeds, the target's URI is opened.
///
/// ```swift
/// let selector = HubSelector(actions: actions, opener: HubTargetOpener(browser))
/// let outcome = selector.select(component, in: viewModel, with: basket)
/// ```
///
/// As in the Hub Framework's code: `HUBComponentSelectionHandler`. The framework's guide describes another order.
public struct HubSelector<Context> {
  private let actions: HubActions<Context>
  private let opener: HubTargetOpener
  private let logger: any FlowLogger

  /// Creates a selector.
  ///
  /// - Parameters:
  ///   - actions: The actions that targets can name.
  ///   - opener: Opens URIs.
  ///   - logger: Receives a warning for each action that is not registered.
  public init(actions: HubActions<Context>, opener: HubTargetOpener = .none, logger: any FlowLogger = SilentLogger()) {
    self.actions = actions
    self.opener = opener
    self.logger = logger
  }

  /// Selects a component.
  ///
  /// - Parameters:
  ///   - component: The component that the user selected.
  ///   - viewModel: The view that contains the component.
  ///   - context: The context that actions operate on.
  /// - Returns: The outcome.
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

/// The outcome of a selection.
///
/// ```swift
/// if case .opened(let uri) = outcome { print("Opened \(uri)") }
/// ```
public enum HubSelectionOutcome: Sendable, Hashable {
  /// An action succeeded.
  case performed(ComponentIdentifier)
  /// The URI was opened.
  case opened(URL)
  /// No action succeeded, and no URI was opened.
  case unhandled
}
