public import FlowScreens

/// The actions that targets can name, registered under identifiers of the form `namespace:name`.
///
/// ```swift
/// var actions = HubActions<Basket>()
/// try actions.register("shop:add") { selection, basket in basket.add(selection.component.identifier) }
/// ```
///
/// `Context` is the type that actions operate on: a basket, a ``HubScreen``, or `Void`.
///
/// As in the Hub Framework: `HUBActionRegistry` and `HUBAction`.
public struct HubActions<Context> {
  /// Performs an action and returns whether it succeeded. If it did not, the next action of the target is tried.
  public typealias Action = (_ selection: HubSelection, _ context: Context) -> Bool

  private var actions: [ComponentIdentifier: Action] = [:]

  /// Creates a registry without actions.
  public init() {}

  /// Registers an action.
  ///
  /// - Parameters:
  ///   - identifier: The identifier that targets use: `namespace:name`.
  ///   - action: Performs the action. Called on the queue that selects the component.
  /// - Throws: ``HubRegistrationError`` if the identifier is empty, malformed or already taken.
  public mutating func register(
    _ identifier: String, _ action: @escaping Action
  ) throws(HubRegistrationError) {
    guard !identifier.isEmpty else { throw .emptyIdentifier(of: .action) }
    guard let parsed = ComponentIdentifier(identifier) else { throw .malformedIdentifier(of: .action, identifier) }
    guard actions[parsed] == nil else { throw .alreadyRegistered(.action, identifier) }
    actions[parsed] = action
  }

  /// Removes an action. Does nothing if the identifier is not registered.
  ///
  /// - Parameter identifier: The identifier that targets use.
  public mutating func unregister(_ identifier: String) {
    if let identifier = ComponentIdentifier(identifier) { actions[identifier] = nil }
  }

  /// Returns the action that was registered under an identifier. Nil if there is none.
  ///
  /// - Parameter identifier: The identifier that targets use.
  public subscript(identifier: ComponentIdentifier) -> Action? { actions[identifier] }
}

/// A selected component, as passed to an action.
///
/// ```swift
/// let amount = selection.component.target?.customData?["amount"]
/// ```
public struct HubSelection: Sendable {
  /// The component that the user selected.
  public let component: HubComponentModel
  /// The view that contains the component.
  public let viewModel: HubViewModel
  /// The identifier of the action that is performed.
  public let action: ComponentIdentifier
}
