import FlowJSON

/// The content of `@{…}`, compiled when its document is loaded: its states are numbered, and its operations are looked
/// up.
enum Expression {
  case literal(JSONValue)
  /// The value at a path in the state with a number in ``Formula/states``.
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

  /// Collects the names of the operations that the call and its arguments use but no library has.
  func collectUnknownOperations(into names: inout Set<String>) {
    if !operation.isRegistered { names.insert(operation.name) }
    for case .call(let call) in arguments { call.collectUnknownOperations(into: &names) }
  }
}
