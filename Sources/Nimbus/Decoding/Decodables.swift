/// A component that is made of a node's properties. (Seed: the same name.)
///
/// ```swift
/// struct Warning: ViewDecodable {
///   var text: String
///
///   func render(_ context: ComponentContext) -> Layout {
///     .text(StyledText(text, .red))
///   }
/// }
/// let library = NimbusSwiftUILibrary("app").addComponent("warning", Warning.self)
/// ```
public protocol ViewDecodable: Component, Decodable {}

/// An action that is made of a triggered action's properties. (Seed: the same name.)
///
/// ```swift
/// struct Greet: ActionDecodable {
///   var name: String
///
///   func execute() { print("Hello \(name)") }
/// }
/// let library = NimbusSwiftUILibrary("app").addAction("greet", Greet.self)
/// ```
public protocol ActionDecodable: Decodable {
  /// Does what the action is for. Called on the queue of the screen.
  ///
  /// - Throws: Whatever went wrong; it is logged, and the next action of the event runs.
  func execute() throws
}

/// An operation that is made of the arguments of a call in an expression. (Seed: the same name.)
///
/// ```swift
/// struct Power: OperationDecodable {
///   static let properties = ["base", "exponent"]
///   var base: Double
///   var exponent: Double
///
///   func execute() -> Double { pow(base, exponent) }
/// }
/// let library = NimbusSwiftUILibrary().addOperation("power", Power.self)  // in a document: @{power(2, 3)}
/// ```
public protocol OperationDecodable: Decodable {
  /// What the operation gives.
  associatedtype Return

  /// The names of the members that the arguments fill, in their order.
  static var properties: [String] { get }

  /// Computes the value. Called on the queue of the screen.
  ///
  /// - Throws: Whatever went wrong; it is logged, and the value is null.
  func execute() throws -> Return
}
