/// One command of a program, with its implementation.
///
/// The program determines the type of the implementation:
///
///     typealias Command = Subcommand<@Sendable (ParsedOptions) throws -> ExitCode>
///     let hub = Command(name: "hub", summary: "Shows a view.") { options in … }
package struct Subcommand<Run: Sendable>: Sendable {
  /// A parser that selects one of such commands.
  package typealias Parser = CommandLineParser<Run>

  /// The first word of the command line, which selects the command.
  package let name: String
  /// The summary of the command, as a sentence.
  package let summary: String
  /// The options of the command, besides `--help` and `--version`.
  package let options: [Option]
  /// The arguments of the command.
  package let positionals: [Positional]
  /// Whether the command parses the words after its name itself. It receives all of them as arguments, even `--help`.
  package let parsesItsWords: Bool
  /// The implementation of the command.
  package let run: Run

  /// Creates a command.
  package init(
    name: String, summary: String, options: [Option] = [], positionals: [Positional] = [], parsesItsWords: Bool = false,
    run: Run
  ) {
    self.name = name
    self.summary = summary
    self.options = options
    self.positionals = positionals
    self.parsesItsWords = parsesItsWords
    self.run = run
  }
}

extension Option {
  /// The options of every command.
  package static let common: [Option] = [
    .flag("help", "Show this help and end, as -h does."),
    .flag("version", "Show the version and end."),
  ]
}
