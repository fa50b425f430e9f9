/// An argument that is identified by its position.
struct Positional: Equatable, Sendable {
  /// The name of the argument in the help, in capitals.
  let name: String
  /// What the argument is for, as a sentence.
  let summary: String
  /// The names that the argument can be; empty if it can be anything.
  var allowed: [String] = []
  /// Whether the argument is required.
  var isRequired = true
  /// Whether any number of arguments may follow. Only the last positional argument may repeat.
  var repeats = false

  /// The argument as usage lines show it: `FILE`, `[FILE]`, `FILE...`.
  var usage: String {
    let name = repeats ? "\(name)..." : name
    return isRequired ? name : "[\(name)]"
  }
}
