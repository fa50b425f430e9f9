/// A component that is decoded from a node's properties. As in Nimbus's `ViewDecodable`.
///
/// Every type that conforms to `Component` and `Decodable` is one, even if it doesn't name this alias.
///
/// ```swift
/// struct Warning: ViewDecodable {
///   var text: String
///
///   func render(_ context: ComponentContext) -> ScreenLayout {
///     .text(StyledText(text, .red))
///   }
/// }
/// let library = NimbusSwiftUILibrary("app").addComponent("warning", Warning.self)
/// ```
public typealias ViewDecodable = Component & Decodable

/// An action that is decoded from its properties. As in Nimbus's `ActionDecodable`.
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
  /// Runs the action. Called on the screen's queue.
  ///
  /// - Throws: Any error. It's logged, and the next action of the event runs.
  func execute() throws
}

/// An operation that is decoded from the arguments of a call in an expression. As in Nimbus's `OperationDecodable`.
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
  /// The type of the operation's value.
  associatedtype Return

  /// The names of the members, in the order of the arguments that supply their values.
  static var properties: [String] { get }

  /// Returns the value of the operation. Called on the screen's queue.
  ///
  /// - Throws: Any error. It's logged, and the value is null.
  func execute() throws -> Return
}
