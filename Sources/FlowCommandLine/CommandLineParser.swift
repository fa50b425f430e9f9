import FlowState

/// The parsed command line.
package enum Invocation<Run: Sendable>: Sendable {
  /// Print a text (the help or the version) and end with ``ExitCode/ok``.
  case show(String)
  /// Run a command with its options.
  case run(Subcommand<Run>, ParsedOptions)
}

/// Selects the command and parses its options.
///
///     let parser = CommandLineParser(program: "Demo", version: "1.0", summary: "Shows flows.", commands: [profile, hub])
///     switch try parser.parse(Array(CommandLine.arguments.dropFirst())) {
///     case .show(let text): print(text)
///     case .run(let command, let options): exit(try command.run(options).rawValue)
///     }
package struct CommandLineParser<Run: Sendable>: Sendable {
  /// The name of the program in the help.
  package let program: String
  /// The version that `--version` prints.
  package let version: String
  /// The summary of the program, as a sentence.
  package let summary: String
  /// The commands, in the order of the help. The first one is the default, which runs if the first word is not a command.
  package let commands: [Subcommand<Run>]
  /// The options of every command that can also stand before the command's name.
  package var options: [Option] = []
  /// The width of the window that shows the help. Nil for a common width.
  package var columns: Int?

  /// Creates a parser.
  package init(
    program: String, version: String, summary: String, commands: [Subcommand<Run>], options: [Option] = [],
    columns: Int? = nil
  ) {
    guard !commands.isEmpty else { fatalError("A program needs at least one command, which is its default.") }
    self.program = program
    self.version = version
    self.summary = summary
    self.commands = commands
    self.options = options
    self.columns = columns
  }

  /// The command that runs if the first word is not a command.
  package var defaultCommand: Subcommand<Run> { commands[0] }

  /// Returns the table that parses the words of a command.
  func table(of command: Subcommand<Run>) -> OptionTable {
    OptionTable(
      command: command.name, options: command.options + options + Option.common, positionals: command.positionals)
  }

  /// Parses the words after the program's name.
  package func parse(_ words: [String]) throws(UsageError) -> Invocation<Run> {
    let (before, rest) = split(words)
    let named = rest.first.flatMap { word in commands.first { $0.name == word } }
    if let named, named.parsesItsWords {
      var options = ParsedOptions(known: [])
      options.arguments = before + rest.dropFirst()
      return .run(named, options)
    }
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

  /// The command line that shows help for the words after the program's name, such as `Demo hub --help`.
  package func help(for words: [String]) -> String {
    let name = split(words).rest.first.flatMap { word in commands.first { $0.name == word }?.name }
    return ([program] + (name.map { [$0] } ?? []) + ["--help"]).joined(separator: " ")
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
