/// One option of a command, such as `--store FILE` or the flag `--trace`.
struct Option: Equatable, Sendable {
  /// The name without its dashes.
  let name: String
  /// What the help calls the value, or nil for a flag.
  let valueName: String?
  /// What the option does, as a sentence.
  let summary: String

  /// An option that takes a value.
  static func value(_ name: String, _ valueName: String, _ summary: String) -> Option {
    Option(name: name, valueName: valueName, summary: summary)
  }

  /// An option that is there or not.
  static func flag(_ name: String, _ summary: String) -> Option {
    Option(name: name, valueName: nil, summary: summary)
  }

  /// The option as one types it: `--store FILE`.
  var usage: String { valueName.map { "--\(name) \($0)" } ?? "--\(name)" }
}

/// An argument that is told by its place.
struct Positional: Equatable, Sendable {
  /// What the help calls the argument, in capitals.
  let name: String
  /// What the argument is for, as a sentence.
  let summary: String
  /// Whether the command cannot do without it.
  var isRequired = true
  /// Whether any number may follow; only the last positional may.
  var repeats = false

  /// The argument as usage lines show it: `FILE`, `[FILE]`, `FILE...`.
  var usage: String {
    let name = repeats ? "\(name)..." : name
    return isRequired ? name : "[\(name)]"
  }
}

/// The options and arguments that a command takes, and the one way to read them.
struct OptionTable: Sendable {
  /// The command that the messages name.
  let command: String
  /// The options, in the order of the help.
  let options: [Option]
  /// The arguments, in their order.
  let positionals: [Positional]

  /// Sorts the words of a command line into options and arguments.
  ///
  /// A value follows its option as the next word or after `=`. A next word that starts with a dash is not taken for a
  /// value, so that a forgotten value does not swallow the following option; `--store=-x` says that it is one. After
  /// `--` everything is an argument, and a lone `-` always is.
  func parse(_ words: [String]) throws(UsageError) -> ParsedOptions {
    var parsed = ParsedOptions(known: Set(options.map(\.name)))
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        for argument in rest { try accept(argument, into: &parsed) }
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        try accept(word, into: &parsed)
        continue
      }
      let (option, inlineValue) = try find(word)
      guard !parsed.contains(option.name) else { throw .repeatedOption(option.name) }
      guard let valueName = option.valueName else {
        if let inlineValue { throw .unexpectedValue(option: option.name, value: inlineValue) }
        parsed.flags.insert(option.name)
        continue
      }
      var value = inlineValue
      if value == nil, let next = rest.first, !next.hasPrefix("-") || next == "-" { value = rest.removeFirst() }
      guard let value, !value.isEmpty else { throw .missingValue(option: option.name, valueName: valueName) }
      parsed.values[option.name] = value
    }
    let required = positionals.prefix(while: \.isRequired)
    if parsed.arguments.count < required.count {
      throw .missingArgument(required[parsed.arguments.count].name, command: command)
    }
    return parsed
  }

  private func accept(_ argument: String, into parsed: inout ParsedOptions) throws(UsageError) {
    guard parsed.arguments.count < positionals.count || positionals.last?.repeats == true else {
      throw .unexpectedArgument(argument, command: command, allowed: positionals.map(\.usage))
    }
    parsed.arguments.append(argument)
  }

  private func find(_ word: String) throws(UsageError) -> (Option, String?) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = options.first(where: { "--\($0.name)" == name }) else {
      let suggestion = Suggestion.nearest(to: name, among: options.map { "--\($0.name)" })
      throw .unknownOption(name, suggestion: suggestion, allowed: options.map(\.usage))
    }
    return (option, parts.count > 1 ? String(parts[1]) : nil)
  }
}
