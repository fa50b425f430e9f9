/// Who shows which component: a factory for each namespace, and a handler for everything else.
///
/// ```swift
/// var components = HubComponentRegistry(fallback: Lines())
/// try components.register(ShopComponents(), forNamespace: "shop")
/// let lines = view.bodyComponentModels.map { components.component(for: $0) }
/// ```
///
/// Source: `HUBComponentRegistry`.
public struct HubComponentRegistry<Component> {
  private let fallback: any HubComponentFallbackHandler<Component>
  private var factories: [String: any HubComponentFactory<Component>] = [:]

  /// Makes a registry without factories.
  ///
  /// - Parameter fallback: Makes something for every category.
  public init(fallback: some HubComponentFallbackHandler<Component>) {
    self.fallback = fallback
  }

  /// Registers who makes the components of a namespace.
  ///
  /// - Parameters:
  ///   - factory: Makes them.
  ///   - namespace: Whose components they are.
  /// - Throws: A ``HubRegistrationError`` if the namespace is taken or empty; the registry stays as it was.
  public mutating func register(
    _ factory: some HubComponentFactory<Component>, forNamespace namespace: String
  ) throws(HubRegistrationError) {
    guard !namespace.isEmpty else { throw .emptyIdentifier(of: .componentFactory) }
    guard factories[namespace] == nil else { throw .alreadyRegistered(.componentFactory, namespace) }
    factories[namespace] = factory
  }

  /// Forgets who makes the components of a namespace; an unknown one too.
  ///
  /// - Parameter namespace: Whose components they are.
  public mutating func unregister(namespace: String) {
    factories[namespace] = nil
  }

  /// Makes the component that shows a model: what the factory of its namespace makes, or else the fallback for its category.
  ///
  /// - Parameters:
  ///   - model: What to show.
  ///   - selected: Hears of a component that the user has selected.
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
