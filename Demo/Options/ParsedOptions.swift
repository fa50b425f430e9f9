/// The options and arguments found on a command line.
struct ParsedOptions: Equatable, Sendable {
  /// The values by the names of their options.
  var values: [String: String] = [:]
  /// The flags that were given.
  var flags: Set<String> = []
  /// The arguments that are no options, in order.
  var arguments: [String] = []

  private let known: Set<String>

  /// Nothing found yet, for a command with the given options.
  init(known: Set<String>) {
    self.known = known
  }

  /// The value of an option, or nil where it was not given.
  func value(_ name: String) -> String? {
    precondition(known.contains(name), "The command has no option '--\(name)'; its table must list it.")
    return values[name]
  }

  /// Whether a flag was given.
  func flag(_ name: String) -> Bool {
    precondition(known.contains(name), "The command has no option '--\(name)'; its table must list it.")
    return flags.contains(name)
  }

  /// Whether an option of either kind was given.
  func contains(_ name: String) -> Bool {
    values[name] != nil || flags.contains(name)
  }
}
