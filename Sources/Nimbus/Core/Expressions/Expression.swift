import FlowJSON

/// The compiled content of `@{…}`. Compilation numbers the states and looks up the operations when the document is
/// loaded.
enum Expression {
  case literal(JSONValue)
  /// The value at a path in a state. The state is given by its number in ``Formula/states``.
  case state(Int, [StatePath.Step])
  case call(OperationCall)
}

/// A call of an operation.
final class OperationCall {
  let operation: Operation
  let arguments: [Expression]

  init(_ operation: Operation, _ arguments: [Expression]) {
    self.operation = operation
    self.arguments = arguments
  }

  /// Collects the names of the operations in the call and its arguments that no library has.
  func collectUnknownOperations(into names: inout Set<String>) {
    if !operation.isRegistered { names.insert(operation.name) }
    for case .call(let call) in arguments { call.collectUnknownOperations(into: &names) }
  }
}
