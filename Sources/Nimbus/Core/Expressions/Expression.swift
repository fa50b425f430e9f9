import FlowJSON

/// What stands between `@{` and `}`, read once when its document is loaded.
indirect enum Expression: Sendable, Equatable {
  case literal(JSONValue)
  case state(StatePath)
  case call(String, [Expression])

  /// Puts the names of the states that the value depends on into a set.
  func collectStates(into names: inout Set<String>) {
    switch self {
    case .literal: break
    case .state(let path): names.insert(path.id)
    case .call(_, let arguments):
      for argument in arguments { argument.collectStates(into: &names) }
    }
  }

  /// Puts the names of the operations that are called into a set.
  func collectOperations(into names: inout Set<String>) {
    guard case .call(let name, let arguments) = self else { return }
    names.insert(name)
    for argument in arguments { argument.collectOperations(into: &names) }
  }
}
