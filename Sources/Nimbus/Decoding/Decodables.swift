/// A component that is made of a node's properties. (Seed: the same name.)
public protocol ViewDecodable: Component, Decodable {}

/// An action that is made of a triggered action's properties. (Seed: the same name.)
public protocol ActionDecodable: Decodable {
  /// Does what the action is for. Called on the queue of the screen.
  ///
  /// - Throws: Whatever went wrong; it is logged, and the next action of the event runs.
  func execute() throws
}

/// An operation that is made of the arguments of a call in an expression. (Seed: the same name.)
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
