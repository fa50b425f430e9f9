/// What the maker of a component works with: the way to show the children, and to select a component.
///
/// ```swift
/// let lines = model.childComponentModels.map { context.component(for: $0) }
/// button.onPress = { context.select(model) }
/// ```
public struct HubComponentContext<Component> {
  private let registry: HubComponentRegistry<Component>
  private let selected: (HubComponentModel) -> Void

  init(_ registry: HubComponentRegistry<Component>, selected: @escaping (HubComponentModel) -> Void) {
    self.registry = registry
    self.selected = selected
  }

  /// Makes the component that shows another model, usually a child.
  ///
  /// - Parameter model: What to show.
  /// - Returns: What the factory of its namespace makes, or else the fallback for its category.
  public func component(for model: HubComponentModel) -> Component { registry.component(for: model, in: self) }

  /// Says that the user has selected a component.
  ///
  /// - Parameter model: The component.
  public func select(_ model: HubComponentModel) { selected(model) }
}
