public import FlowScreens

/// Something that a screen is made of: a value that can be drawn.
///
/// ```swift
/// struct Greeting: ViewDecodable {
///   var name: String
///
///   func render(_ context: ComponentContext) -> Layout {
///     .text("Hello \(name)")
///   }
/// }
/// ```
///
/// Components know nothing of flows and nothing of terminals: they have properties, children and events.
public protocol Component {
  /// What is to be drawn now. Called on the queue of the screen, again whenever a property or a state has changed.
  ///
  /// - Parameter context: Where the component stands.
  /// - Returns: The layout; what is referred to in it is asked for when that is laid out.
  func render(_ context: ComponentContext) -> Layout
}

/// What a component is told when it is drawn.
///
/// ```swift
/// let button = Layout.element(.button(context.id, label: "Send") { send() })
/// ```
public struct ComponentContext: Sendable, Hashable {
  /// The identifier of the node that the component is made of: unique on its screen, for the identifiers of elements.
  public var id: String

  /// Makes a context.
  public init(id: String) {
    self.id = id
  }
}

/// A component of which only is known that it is one. Components with children get these: `Container<AnyComponent>`.
///
/// ```swift
/// let components: [AnyComponent] = [AnyComponent(Greeting(name: "Bo"))]
/// ```
public struct AnyComponent: Component {
  private let draw: (ComponentContext) -> Layout

  /// Hides the type of a component.
  public init(_ component: some Component) {
    draw = component.render
  }

  /// Makes a component of a closure.
  public init(_ draw: @escaping (ComponentContext) -> Layout) {
    self.draw = draw
  }

  /// Draws the hidden component.
  public func render(_ context: ComponentContext) -> Layout { draw(context) }
}
