/// One command of a program.
package struct Subcommand: Equatable, Sendable {
  /// The first word of the command line, which selects the command.
  package let name: String
  /// The summary of the command, as a sentence.
  package let summary: String
  /// The options of the command, besides `--help` and `--version`.
  package var options: [Option] = []
  /// The arguments of the command.
  package var positionals: [Positional] = []

  /// Creates a command.
  package init(name: String, summary: String, options: [Option] = [], positionals: [Positional] = []) {
    self.name = name
    self.summary = summary
    self.options = options
    self.positionals = positionals
  }

  /// The options of every command.
  package static let common: [Option] = [
    .flag("help", "Show this help and end, as -h does."),
    .flag("version", "Show the version and end."),
  ]
}
