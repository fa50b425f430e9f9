import FlowJSON

/// An operation that expressions call by its name.
final class Operation {
  /// The parts of the arguments that an operation may read. They determine the cost of a call.
  enum Cost {
    /// Texts, and the number of elements or members. The operation may copy elements and members, but not read them.
    case shallow
    /// The complete arguments.
    case deep
  }

  let name: String
  /// Whether a library has an operation with the name.
  let isRegistered: Bool
  let cost: Cost
  /// Returns the value of the operation.
  let perform: (Arguments) throws -> JSONValue

  init(
    _ name: String, isRegistered: Bool = true, _ cost: Cost = .deep, perform: @escaping (Arguments) throws -> JSONValue
  ) {
    self.name = name
    self.isRegistered = isRegistered
    self.cost = cost
    self.perform = perform
  }

  /// Returns a placeholder for an operation that no library has. Its value is null.
  static func unknown(_ name: String) -> Operation { Operation(name, isRegistered: false) { _ in .null } }
}
