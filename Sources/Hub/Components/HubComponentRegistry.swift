/// The component factories of a program, one per namespace, with a fallback for all other components.
///
/// ```swift
/// var components = HubComponentRegistry(fallback: Lines())
/// try components.register("shop", ShopComponents())
/// let lines = view.bodyComponentModels.map { components.component(for: $0) }
/// ```
///
/// As in the Hub Framework: `HUBComponentRegistry`.
public struct HubComponentRegistry<Component> {
  private let fallback: any HubComponentFallbackHandler<Component>
  private var factories: [String: any HubComponentFactory<Component>] = [:]

  /// Creates a registry without factories.
  ///
  /// - Parameter fallback: Creates the components that no factory creates.
  public init(fallback: some HubComponentFallbackHandler<Component>) {
    self.fallback = fallback
  }

  /// Registers the component factory of a namespace.
  ///
  /// - Parameters:
  ///   - namespace: The namespace.
  ///   - factory: The factory.
  /// - Throws: ``HubRegistrationError`` if the namespace is empty or already has a factory. The registry is then
  ///   unchanged.
  public mutating func register(
    _ namespace: String, _ factory: some HubComponentFactory<Component>
  ) throws(HubRegistrationError) {
    guard !namespace.isEmpty else { throw .emptyIdentifier(of: .componentFactory) }
    guard factories[namespace] == nil else { throw .alreadyRegistered(.componentFactory, namespace) }
    factories[namespace] = factory
  }

  /// Removes the component factory of a namespace. Does nothing if the namespace has none.
  ///
  /// - Parameter namespace: The namespace.
  public mutating func unregister(_ namespace: String) {
    factories[namespace] = nil
  }

  /// Creates the component that shows a model. The factory of its namespace creates it, or else the fallback for its
  /// category.
  ///
  /// - Parameters:
  ///   - model: The model to show.
  ///   - selected: Called when the user selects a component.
  /// - Returns: The component.
  public func component(
    for model: HubComponentModel, selected: @escaping (HubComponentModel) -> Void = { _ in }
  ) -> Component {
    component(for: model, in: HubComponentContext(self, selected: selected))
  }

  func component(for model: HubComponentModel, in context: HubComponentContext<Component>) -> Component {
    factories[model.componentNamespace]?.component(named: model.componentName, for: model, in: context)
      ?? fallback.component(for: model.componentCategory, model: model, in: context)
  }
}
