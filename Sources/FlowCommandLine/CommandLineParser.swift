import FlowState

/// The parsed command line.
package enum Invocation: Equatable, Sendable {
  /// Print a text (the help or the version) and end with ``ExitCode/ok``.
  case show(String)
  /// Run a command with its options.
  case run(Subcommand, ParsedOptions)
}

/// Selects the command and parses its options.
///
///     let parser = CommandLineParser(program: "Demo", version: "1.0", summary: "Shows flows.", defaultCommand: profile, others: [hub])
///     switch try parser.parse(Array(CommandLine.arguments.dropFirst())) {
///     case .show(let text): print(text)
///     case .run(let command, let options): …
///     }
package struct CommandLineParser: Sendable {
  /// The name of the program in the help.
  package let program: String
  /// The version that `--version` prints.
  package let version: String
  /// The summary of the program, as a sentence.
  package let summary: String
  /// The command that runs if the first word is not a command.
  package let defaultCommand: Subcommand
  /// The other commands.
  package var others: [Subcommand] = []
  /// The options of every command that can also stand before the command's name.
  package var options: [Option] = []
  /// The width of the window that shows the help. Nil for a common width.
  package var columns: Int?

  /// Creates a parser.
  package init(
    program: String, version: String, summary: String, defaultCommand: Subcommand, others: [Subcommand] = [],
    options: [Option] = [], columns: Int? = nil
  ) {
    self.program = program
    self.version = version
    self.summary = summary
    self.defaultCommand = defaultCommand
    self.others = others
    self.options = options
    self.columns = columns
  }

  /// All commands, the default first.
  package var commands: [Subcommand] { [defaultCommand] + others }

  /// Returns the table that parses the words of a command.
  func table(of command: Subcommand) -> OptionTable {
    OptionTable(
      command: command.name, options: command.options + options + Subcommand.common, positionals: command.positionals)
  }

  /// Parses the words after the program's name.
  package func parse(_ words: [String]) throws(UsageError) -> Invocation {
    let (before, rest) = split(words)
    let named = rest.first.flatMap { word in commands.first { $0.name == word } }
    // A request for help takes precedence over errors elsewhere on the line, because help explains them.
    let beforeTerminator = words.prefix { $0 != "--" }
    if beforeTerminator.contains("--help") || beforeTerminator.contains("-h") {
      return .show(named.map { HelpText.command($0, of: self) } ?? HelpText.overview(of: self))
    }
    if beforeTerminator.contains("--version") { return .show("\(program) \(version)") }
    let command = named ?? defaultCommand
    if named == nil, let word = rest.first, !word.hasPrefix("-"), defaultCommand.positionals.isEmpty {
      let names = commands.map(\.name)
      throw .unknownCommand(word, suggestion: Suggestion.nearest(to: word, among: names), allowed: names)
    }
    return .run(command, try table(of: command).parse(before + (named == nil ? rest : rest.dropFirst())))
  }

  /// Separates the options that stand before the command's name.
  private func split(_ words: [String]) -> (before: [String], rest: ArraySlice<String>) {
    var rest = words[...]
    while let word = rest.first, let name = word.split(separator: "=").first,
      let option = options.first(where: { "--\($0.name)" == name })
    {
      rest.removeFirst()
      if option.valueName != nil, !word.contains("="), rest.first?.hasPrefix("-") == false { rest.removeFirst() }
    }
    return (Array(words[..<rest.startIndex]), rest)
  }
}
