/// A factory that creates the components of a namespace.
///
/// The component type is up to you: a terminal layout, a view, a line of text.
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

  /// Creates a component. If it returns nil, the fallback for the category is used.
  ///
  /// - Parameters:
  ///   - name: The name of the component in the namespace.
  ///   - model: The model to show.
  ///   - context: Creates the components of children and reports selections.
  /// - Returns: The component, or nil if the namespace has no component of this name.
  func component(
    named name: String, for model: HubComponentModel, in context: HubComponentContext<Component>
  ) -> Component?
}

/// A handler that creates components by category when no factory knows the component.
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

  /// Creates a component for a category. The category may be any text.
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
