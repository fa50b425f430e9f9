/// One command of the demo.
struct Subcommand: Equatable, Sendable {
  /// The first word of the command line, which selects the command.
  let name: String
  /// The summary of the command, as a sentence.
  let summary: String
  /// The options of the command, besides `--help` and `--version`.
  var options: [Option] = []
  /// The arguments of the command.
  var positionals: [Positional] = []

  /// The options of every command.
  static let common: [Option] = [
    .flag("help", "Show this help and end, as -h does."),
    .flag("version", "Show the version and end."),
  ]

  /// The table that parses the command line.
  var table: OptionTable {
    OptionTable(command: name, options: options + Self.common, positionals: positionals)
  }
}
