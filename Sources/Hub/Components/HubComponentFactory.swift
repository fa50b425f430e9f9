/// A factory that creates the components of a namespace.
///
/// The component can have any type: a terminal layout, a view or a line of text.
///
/// ```swift
/// struct ShopComponents: HubComponentFactory {
///   func component(named name: String, for model: HubComponentModel, in context: HubComponentContext<String>) -> String? {
///     name == "price" ? "\(model.title ?? ""): \(model.accessoryTitle ?? "")" : nil
///   }
/// }
/// ```
///
/// As in the Hub Framework: `HUBComponentFactory`.
public protocol HubComponentFactory<Component> {
  /// The type of the components.
  associatedtype Component

  /// Creates a component. If it returns nil, the fallback handler creates the component from the category.
  ///
  /// - Parameters:
  ///   - name: The name of the component in the namespace.
  ///   - model: The model to show.
  ///   - context: Creates the components of children and reports selections.
  /// - Returns: The component. Nil if the namespace has no component of this name.
  func component(
    named name: String, for model: HubComponentModel, in context: HubComponentContext<Component>
  ) -> Component?
}

/// A handler that creates a component from its category if no factory creates it.
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
/// As in the Hub Framework: `HUBComponentFallbackHandler`.
public protocol HubComponentFallbackHandler<Component> {
  /// The type of the components.
  associatedtype Component

  /// Creates a component from a category. The category may be any text.
  ///
  /// - Parameters:
  ///   - category: The category of the component.
  ///   - model: The model to show.
  ///   - context: Creates the components of children and reports selections.
  /// - Returns: The component.
  func component(
    for category: HubComponentCategory, model: HubComponentModel, in context: HubComponentContext<Component>
  ) -> Component
}
