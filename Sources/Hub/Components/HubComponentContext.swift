/// The context in which a component is created. It creates components for children and reports selections.
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

  /// Creates the component that shows another model, usually a child.
  ///
  /// - Parameter model: The model to show.
  /// - Returns: The component from the factory of the model's namespace, or the fallback for the model's category.
  public func component(for model: HubComponentModel) -> Component { registry.component(for: model, in: self) }

  /// Reports that the user has selected a component.
  ///
  /// - Parameter model: The component that was selected.
  public func select(_ model: HubComponentModel) { selected(model) }
}
