/// An argument that is identified by its position.
package struct Positional: Equatable, Sendable {
  /// The name of the argument in the help, in capitals.
  package let name: String
  /// The purpose of the argument, as a sentence.
  package let summary: String
  /// The allowed names; empty if any text is allowed.
  package var allowed: [String] = []
  /// Whether the argument is required.
  package var isRequired = true
  /// Whether any number of arguments may follow. Only the last positional argument may repeat.
  package var repeats = false

  /// Creates an argument.
  package init(name: String, summary: String, allowed: [String] = [], isRequired: Bool = true, repeats: Bool = false) {
    self.name = name
    self.summary = summary
    self.allowed = allowed
    self.isRequired = isRequired
    self.repeats = repeats
  }

  /// The argument in the format of usage lines: `FILE`, `[FILE]`, `FILE...`.
  package var usage: String {
    let name = repeats ? "\(name)..." : name
    return isRequired ? name : "[\(name)]"
  }
}
