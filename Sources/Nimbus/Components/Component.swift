public import FlowScreens

/// A part of a screen that draws itself as a layout.
///
/// ```swift
/// struct Greeting: ViewDecodable {
///   var name: String
///
///   func render(_ context: ComponentContext) -> ScreenLayout {
///     .text("Hello \(name)")
///   }
/// }
/// ```
///
/// Components don't depend on flows or terminals. They have properties, children and events.
public protocol Component {
  /// Returns the layout of the component.
  ///
  /// Called on the screen's queue, and again after each change of a property or a state.
  ///
  /// - Parameter context: Information about the node that the component shows.
  /// - Returns: The layout. Deferred parts of it are evaluated during the layout pass.
  func render(_ context: ComponentContext) -> ScreenLayout
}

/// Information that a component receives when it's drawn.
///
/// ```swift
/// let button = ScreenLayout.element(.button(context.id, label: "Send") { send() })
/// ```
public struct ComponentContext: Sendable, Hashable {
  /// The identifier of the component's node. It's unique on the screen. Use it for the identifiers of elements.
  public var id: String

  /// Creates a context.
  public init(id: String) {
    self.id = id
  }
}

/// A type-erased component. Components with children receive their children as `AnyComponent`, as in
/// `Container<AnyComponent>`.
///
/// ```swift
/// let components: [AnyComponent] = [AnyComponent(Greeting(name: "Bo"))]
/// ```
public struct AnyComponent: Component {
  private let draw: (ComponentContext) -> ScreenLayout

  /// Creates a component that wraps another one and hides its type.
  public init(_ component: some Component) {
    draw = component.render
  }

  /// Creates a component from a closure that draws it.
  public init(_ draw: @escaping (ComponentContext) -> ScreenLayout) {
    self.draw = draw
  }

  /// Returns the layout of the wrapped component.
  public func render(_ context: ComponentContext) -> ScreenLayout { draw(context) }
}
