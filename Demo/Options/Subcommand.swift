/// One thing that the demo can do, by the name that starts it.
struct Subcommand: Equatable, Sendable {
  /// The first word of the command line.
  let name: String
  /// What it does, as a sentence.
  let summary: String
  /// The options that it takes besides `--help` and `--version`.
  var options: [Option] = []
  /// The arguments that it takes.
  var positionals: [Positional] = []

  /// The options that every command takes.
  static let common: [Option] = [
    .flag("help", "Show this help and end, as -h does."),
    .flag("version", "Show the version and end."),
  ]

  /// The table that reads the command's line.
  var table: OptionTable {
    OptionTable(command: name, options: options + Self.common, positionals: positionals)
  }
}
