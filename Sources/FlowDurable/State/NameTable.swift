/// The names that many runs share, represented by small numbers.
struct NameTable: Sendable {
  private var names: [String] = []
  private var numbers: [String: Int32] = [:]

  /// The number of names.
  var count: Int { names.count }

  /// Returns the number of a name; nil if no run has used it.
  func number(of name: String) -> Int32? { numbers[name] }

  /// Returns the number of a name. Adds the name if it is new.
  mutating func add(_ name: String) -> Int32 {
    if let number = numbers[name] { return number }
    let number = Int32(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }

  /// Returns the name with a number that ``add(_:)`` has returned.
  subscript(number: Int32) -> String { names[Int(number)] }
}
