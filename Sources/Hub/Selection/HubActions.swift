public import FlowScreens

/// What targets can name to be performed, by identifiers of the form `namespace:name`.
///
/// ```swift
/// var actions = HubActions<Basket>()
/// try actions.register("shop:add") { selection, basket in basket.add(selection.component.identifier) }
/// ```
///
/// `Context` is what actions act upon: a basket, a ``HubScreen``, or `Void`.
///
/// Source: `HUBActionRegistry`, `HUBAction`.
public struct HubActions<Context> {
  /// Performs an action and says whether it was successful; if not, the next one of the target is tried.
  public typealias Action = (_ selection: HubSelection, _ context: Context) -> Bool

  private var actions: [ComponentIdentifier: Action] = [:]

  /// Makes a registry without actions.
  public init() {}

  /// Registers an action.
  ///
  /// - Parameters:
  ///   - identifier: What targets name it by: `namespace:name`.
  ///   - action: Performs it. Called on the queue of whoever selects.
  /// - Throws: A ``HubRegistrationError`` if the identifier is taken, or not of that form.
  public mutating func register(
    _ identifier: String, _ action: @escaping Action
  ) throws(HubRegistrationError) {
    guard !identifier.isEmpty else { throw .emptyIdentifier(of: .action) }
    guard let parsed = ComponentIdentifier(identifier) else { throw .malformedIdentifier(of: .action, identifier) }
    guard actions[parsed] == nil else { throw .alreadyRegistered(.action, identifier) }
    actions[parsed] = action
  }

  /// Forgets an action; an unknown one too.
  ///
  /// - Parameter identifier: What targets name it by.
  public mutating func unregister(_ identifier: ComponentIdentifier) {
    actions[identifier] = nil
  }

  /// The action that targets name; nil if there is none.
  ///
  /// - Parameter identifier: What targets name it by.
  public subscript(identifier: ComponentIdentifier) -> Action? { actions[identifier] }
}

/// A component that the user has selected, as an action sees it.
///
/// ```swift
/// let amount = selection.component.target?.customData?["amount"]
/// ```
public struct HubSelection: Sendable {
  /// What was selected.
  public let component: HubComponentModel
  /// What is being shown.
  public let viewModel: HubViewModel
  /// The action that is performed.
  public let action: ComponentIdentifier
}
