/// One option of a command, such as `--store FILE` or the flag `--trace`.
package struct Option: Equatable, Sendable {
  /// The name without its dashes.
  package let name: String
  /// The placeholder of the value in the help. Nil for a flag.
  package let valueName: String?
  /// The purpose of the option, as a sentence.
  package let summary: String

  private init(name: String, valueName: String?, summary: String) {
    self.name = name
    self.valueName = valueName
    self.summary = summary
  }

  /// Creates an option that takes a value.
  package static func value(_ name: String, _ valueName: String, _ summary: String) -> Option {
    Option(name: name, valueName: valueName, summary: summary)
  }

  /// Creates a flag.
  package static func flag(_ name: String, _ summary: String) -> Option {
    Option(name: name, valueName: nil, summary: summary)
  }

  /// The option as the user types it: `--store FILE`.
  package var usage: String { valueName.map { "--\(name) \($0)" } ?? "--\(name)" }
}
