/// An argument that is told by its place.
struct Positional: Equatable, Sendable {
  /// What the help calls the argument, in capitals.
  let name: String
  /// What the argument is for, as a sentence.
  let summary: String
  /// Whether the command cannot do without it.
  var isRequired = true
  /// Whether any number may follow; only the last positional may.
  var repeats = false

  /// The argument as usage lines show it: `FILE`, `[FILE]`, `FILE...`.
  var usage: String {
    let name = repeats ? "\(name)..." : name
    return isRequired ? name : "[\(name)]"
  }
}
