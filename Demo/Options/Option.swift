/// One option of a command, such as `--store FILE` or the flag `--trace`.
struct Option: Equatable, Sendable {
  /// The name without its dashes.
  let name: String
  /// The placeholder of the value in the help. Nil for a flag.
  let valueName: String?
  /// What the option does, as a sentence.
  let summary: String

  /// Creates an option that takes a value.
  static func value(_ name: String, _ valueName: String, _ summary: String) -> Option {
    Option(name: name, valueName: valueName, summary: summary)
  }

  /// Creates a flag.
  static func flag(_ name: String, _ summary: String) -> Option {
    Option(name: name, valueName: nil, summary: summary)
  }

  /// The option as typed: `--store FILE`.
  var usage: String { valueName.map { "--\(name) \($0)" } ?? "--\(name)" }
}
