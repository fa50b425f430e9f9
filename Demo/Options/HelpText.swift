/// Lays out help in aligned columns, no wider than a common terminal.
enum HelpText {
  private static let width = 80

  /// The help of the whole program: its commands, and the options of the default one.
  static func overview(of parser: CommandLineParser) -> String {
    let command = parser.defaultCommand
    let commands = parser.commands.map { other in
      (other.name, other.name == command.name ? "\(other.summary) (The default.)" : other.summary)
    }
    return [
      "\(parser.program) \(DemoVersion.current): \(parser.summary)",
      usageLine(of: command, as: "\(parser.program) [COMMAND]"),
      section("Commands", commands),
      section("Arguments of '\(command.name)'", command.positionals.map { ($0.usage, $0.summary) }),
      section("Options of '\(command.name)'", command.table.options.map { ($0.usage, $0.summary) }),
      "'\(parser.program) COMMAND --help' shows the options of another command.",
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The help of one command.
  static func command(_ command: Subcommand, of parser: CommandLineParser) -> String {
    [
      "\(parser.program) \(command.name): \(command.summary)",
      usageLine(of: command, as: "\(parser.program) \(command.name)"),
      section("Arguments", command.positionals.map { ($0.usage, $0.summary) }),
      section("Options", command.table.options.map { ($0.usage, $0.summary) }),
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static func usageLine(of command: Subcommand, as start: String) -> String {
    (["Usage: \(start) [OPTIONS]"] + command.positionals.map(\.usage)).joined(separator: " ")
  }

  private static func section(_ title: String, _ rows: [(term: String, text: String)]) -> String {
    guard !rows.isEmpty else { return "" }
    let column = 2 + (rows.map(\.term.count).max() ?? 0) + 3
    let lines = rows.flatMap { row in
      let texts = wrap(row.text, to: max(20, width - column))
      return texts.enumerated().map { index, text in
        let term = index == 0 ? "  \(row.term)" : ""
        return term + String(repeating: " ", count: column - term.count) + text
      }
    }
    return (["\(title):"] + lines).joined(separator: "\n")
  }

  private static func wrap(_ text: String, to limit: Int) -> [String] {
    var lines: [String] = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= limit {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
