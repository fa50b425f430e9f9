/// The names that the expressions of one formula use.
final class ExpressionSymbols {
  /// Returns the operation with the given name.
  let operation: (String) -> Operation
  /// The names of the states. The position of a name is the number of the state.
  private(set) var states: [String] = []
  private var numbers: [String: Int] = [:]

  init(operation: @escaping (String) -> Operation) {
    self.operation = operation
  }

  /// Returns the number of the state with the given name.
  func number(ofState name: String) -> Int {
    if let number = numbers[name] { return number }
    let number = states.count
    states.append(name)
    numbers[name] = number
    return number
  }
}
