import FlowJSON

/// The content of `@{…}`, parsed once when its document is loaded.
indirect enum Expression: Sendable, Equatable {
  case literal(JSONValue)
  case state(StatePath)
  case call(String, [Expression])

  /// Collects the names of the states that the value depends on.
  func collectStates(into names: inout Set<String>) {
    switch self {
    case .literal: break
    case .state(let path): names.insert(path.id)
    case .call(_, let arguments):
      for argument in arguments { argument.collectStates(into: &names) }
    }
  }

  /// Collects the names of the operations that the expression calls.
  func collectOperations(into names: inout Set<String>) {
    guard case .call(let name, let arguments) = self else { return }
    names.insert(name)
    for argument in arguments { argument.collectOperations(into: &names) }
  }
}
