import FlowState

/// The options and arguments of a command, and the parser that reads them.
package struct OptionTable: Sendable {
  /// The name of the command for messages.
  package let command: String
  /// The options, in the order of the help.
  package let options: [Option]
  /// The arguments, in order.
  package let positionals: [Positional]

  /// Creates a table.
  package init(command: String, options: [Option], positionals: [Positional]) {
    self.command = command
    self.options = options
    self.positionals = positionals
  }

  /// Separates the words of a command line into options and arguments.
  ///
  /// The value of an option is the next word, or follows `=`. A next word that begins with a dash is not used as a
  /// value, so a missing value does not consume the next option; `--store=-x` is explicit. All words after `--` are
  /// arguments, and so is a single `-`.
  package func parse(_ words: [String]) throws(UsageError) -> ParsedOptions {
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
      let missing = required[parsed.arguments.count]
      throw .missingArgument(missing.name, command: command, allowed: missing.allowed)
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
