/// One option of a command, such as `--store FILE` or the flag `--trace`.
struct Option: Equatable, Sendable {
  /// The name without its dashes.
  let name: String
  /// What the help calls the value, or nil for a flag.
  let valueName: String?
  /// What the option does, as a sentence.
  let summary: String

  /// An option that takes a value.
  static func value(_ name: String, _ valueName: String, _ summary: String) -> Option {
    Option(name: name, valueName: valueName, summary: summary)
  }

  /// An option that is there or not.
  static func flag(_ name: String, _ summary: String) -> Option {
    Option(name: name, valueName: nil, summary: summary)
  }

  /// The option as one types it: `--store FILE`.
  var usage: String { valueName.map { "--\(name) \($0)" } ?? "--\(name)" }
}
