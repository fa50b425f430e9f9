import FlowJSON

/// An operation that expressions call by its name.
final class Operation {
  /// What an operation may look at, and so what a call costs.
  enum Cost {
    /// Texts, and the number of a list's or an object's parts. The operation copies parts without looking inside.
    case shallow
    /// All that is in the arguments.
    case deep
  }

  let name: String
  /// Whether a library has an operation with that name.
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

  /// Returns an operation that no library has. Its value is null.
  static func unknown(_ name: String) -> Operation { Operation(name, isRegistered: false) { _ in .null } }
}

extension NimbusSwiftUILibrary {
  /// Adds an operation of the core library. It reads its arguments in place, without an array for each call.
  func addCoreOperation(
    _ name: String, _ cost: Operation.Cost = .deep, perform: @escaping (Arguments) throws -> JSONValue
  ) {
    operations[name] = Operation(name, cost, perform: perform)
  }
}
