/// Formats help in aligned columns that fit the window, or a common width.
package struct HelpText {
  private static let commonWidth = 80
  /// The minimum width of the help.
  private static let leastWidth = 40
  /// The minimum width of the column with explanations.
  private static let narrow = 30

  private let width: Int

  private init(columns: Int?) {
    width = min(Self.commonWidth, max(Self.leastWidth, columns ?? Self.commonWidth))
  }

  /// Returns the help of the program: its commands, and the options of the default command.
  package static func overview<Run>(of parser: CommandLineParser<Run>) -> String {
    let text = HelpText(columns: parser.columns)
    let command = parser.defaultCommand
    let commands = parser.commands.map { other in
      (other.name, other.name == command.name ? "\(other.summary) (The default.)" : other.summary)
    }
    return [
      text.sentence("\(parser.program) \(parser.version): \(parser.summary)"),
      text.usageLine(of: command, as: "\(parser.program) [COMMAND]"),
      text.section("Commands", commands),
      text.section("Arguments of '\(command.name)'", command.positionals.map { ($0.usage, $0.summary) }),
      text.section("Options of '\(command.name)'", parser.table(of: command).options.map { ($0.usage, $0.summary) }),
      text.sentence("'\(parser.program) COMMAND --help' shows the options of another command."),
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Returns the help of one command.
  package static func command<Run>(_ command: Subcommand<Run>, of parser: CommandLineParser<Run>) -> String {
    let text = HelpText(columns: parser.columns)
    return [
      text.sentence("\(parser.program) \(command.name): \(command.summary)"),
      text.usageLine(of: command, as: "\(parser.program) \(command.name)"),
      text.section("Arguments", command.positionals.map { ($0.usage, $0.summary) }),
      text.section("Options", parser.table(of: command).options.map { ($0.usage, $0.summary) }),
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func usageLine<Run>(of command: Subcommand<Run>, as start: String) -> String {
    sentence((["Usage: \(start) [OPTIONS]"] + command.positionals.map(\.usage)).joined(separator: " "))
  }

  private func sentence(_ text: String) -> String {
    Self.wrap(text, to: width).joined(separator: "\n")
  }

  private func section(_ title: String, _ rows: [(term: String, text: String)]) -> String {
    guard !rows.isEmpty else { return "" }
    let column = 2 + (rows.map(\.term.count).max() ?? 0) + 3
    let lines = width - column < Self.narrow ? rows.flatMap(stacked) : rows.flatMap { aligned($0, at: column) }
    return (["\(title):"] + lines).joined(separator: "\n")
  }

  private func aligned(_ row: (term: String, text: String), at column: Int) -> [String] {
    Self.wrap(row.text, to: width - column).enumerated().map { index, text in
      let term = index == 0 ? "  \(row.term)" : ""
      return term + String(repeating: " ", count: column - term.count) + text
    }
  }

  /// Returns an explanation below its term.
  private func stacked(_ row: (term: String, text: String)) -> [String] {
    ["  \(row.term)"] + Self.wrap(row.text, to: width - 6).map { "      \($0)" }
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
