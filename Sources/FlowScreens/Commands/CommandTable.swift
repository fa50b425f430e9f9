/// The commands of a screen and the common commands of a presenter that reads lines.
package struct CommandTable {
  /// The maximum length of a command's name in bytes.
  private static let maximumName = 256

  private let commands: [ScreenCommand]

  /// Creates a table. A screen's own commands replace common ones of the same name.
  package init(_ own: [ScreenCommand], common: [ScreenCommand]) {
    let names = Set(own.map(\.name))
    let help = ScreenCommand("help", help: "lists the commands") { _ in .done }
    commands = own + (common + [help]).filter { !names.contains($0.name) }
  }

  private enum Named {
    case command(ScreenCommand, argument: String)
    /// No command. The reply is the reason.
    case nothing(ScreenReply)
  }

  /// Performs the command that a line names.
  package func perform(_ line: String) -> ScreenReply {
    switch command(in: line) {
    case .command(let command, let argument): perform(command, argument)
    case .nothing(let reply): reply
    }
  }

  /// Returns a line with dots in place of the secret that it enters, such as a password; nil if it enters none.
  package func masked(_ line: String) -> String? {
    guard case .command(let command, let argument) = command(in: line) else { return nil }
    return command.masked(argument).map { "\(command.name) \($0)" }
  }

  private func command(in line: String) -> Named {
    // Split bytes, because comparing characters with many combining marks takes long.
    let words = line.trimmedSpaces.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map(Substring.init)
    guard let name = words.first?.lowercased() else { return .nothing(.done) }
    let argument = words.count > 1 ? String(words[1]).trimmedSpaces : ""
    if let command = command(named: name, word: words[0]) {
      return .command(command, argument: argument)
    }
    let possible = commands.filter(\.isPossible)
    let names = WordList(possible.map(\.name))
    // A single character is a key, and not the beginning of a name.
    switch name.utf8.count > 1 ? names.match(name) : .none {
    case .one(let index): return .command(possible[index], argument: argument)
    case .several(let indices): return .nothing(.refused(names.ambiguity(of: name, indices)))
    case .none: return .nothing(.refused("There is no command '\(name.inSentence)'. \(possibilities)"))
    }
  }

  private func command(named name: String, word: Substring) -> ScreenCommand? {
    // Comparing a long text can take long, and no command has such a name.
    guard name.utf8.count <= Self.maximumName else { return nil }
    // A key is also a command, so that it has the same effect in a line as on a live screen.
    return commands.first { $0.name == name } ?? commands.first { $0.key.map { word == String($0) } ?? false }
  }

  /// Performs the command of a key; nil if the key has no command.
  package func perform(key: Character) -> ScreenReply? {
    guard let command = commands.first(where: { $0.key == key }) else { return nil }
    return perform(command, "")
  }

  private func perform(_ command: ScreenCommand, _ argument: String) -> ScreenReply {
    guard command.isPossible else { return .refused("'\(command.name)' is not possible now. \(possibilities)") }
    if command.argument == nil, !argument.isEmpty {
      return .refused("'\(command.name)' takes no argument, but '\(argument.inSentence)' follows it.")
    }
    return command.name == "help" ? .answered(help) : command.perform(argument)
  }

  private var possibilities: String {
    "Now you can: \(commands.filter(\.isPossible).map(\.name).joined(separator: ", "))."
  }

  /// The help text, with a line for each command.
  package var help: String { help(of: commands) }

  /// The help text, with a line for each command that is possible now.
  package var possibleHelp: String { help(of: commands.filter(\.isPossible)) }

  private func help(of commands: [ScreenCommand]) -> String {
    let width = commands.map { $0.usage.displayWidth }.max() ?? 0
    return commands.map { command in
      let usage = StyledText(command.usage).padded(width: width).text
      let key = command.key.map { " (key \($0))" } ?? ""
      return "\(usage)  \(command.help)\(key)\(command.isPossible ? "" : "; not now")".printable
    }.joined(separator: "\n")
  }

  /// The keys whose commands are possible now, for a hint.
  package var keys: [(key: Character, name: String)] {
    commands.filter(\.isPossible).compactMap { command in command.key.map { ($0, command.name) } }
  }
}
