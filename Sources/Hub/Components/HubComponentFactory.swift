/// Makes the components of a namespace: what shows a model.
///
/// What a component is, its users decide: a layout for the terminal, a view, a line of text.
///
/// ```swift
/// struct ShopComponents: HubComponentFactory {
///   func component(named name: String, for model: HubComponentModel, in context: HubComponentContext<String>) -> String? {
///     name == "price" ? "\(model.title ?? ""): \(model.accessoryTitle ?? "")" : nil
///   }
/// }
/// ```
///
/// Source: `HUBComponentFactory`.
public protocol HubComponentFactory<Component> {
  /// What shows a model.
  associatedtype Component

  /// Makes a component; nil if the namespace has none of that name, and then the fallback for the category is used.
  ///
  /// - Parameters:
  ///   - name: Which of the namespace's components.
  ///   - model: What to show.
  ///   - context: Shows children, and selects.
  /// - Returns: The component, or nil.
  func component(
    named name: String, for model: HubComponentModel, in context: HubComponentContext<Component>
  ) -> Component?
}

/// Makes something for every model, by its category, where nobody knows the component itself.
///
/// ```swift
/// struct Lines: HubComponentFallbackHandler {
///   func component(
///     for category: HubComponentCategory, model: HubComponentModel, in context: HubComponentContext<String>
///   ) -> String {
///     category == .header ? "== \(model.title ?? "") ==" : model.title ?? ""
///   }
/// }
/// ```
///
/// Source: `HUBComponentFallbackHandler`.
public protocol HubComponentFallbackHandler<Component> {
  /// What shows a model.
  associatedtype Component

  /// Makes a component for a category, also for one that nobody has heard of.
  ///
  /// - Parameters:
  ///   - category: What the component looks like, roughly.
  ///   - model: What to show.
  ///   - context: Shows children, and selects.
  /// - Returns: The component.
  func component(
    for category: HubComponentCategory, model: HubComponentModel, in context: HubComponentContext<Component>
  ) -> Component
}
