/// The options and arguments found on a command line.
package struct ParsedOptions: Equatable, Sendable {
  /// The values, keyed by the names of their options.
  package var values: [String: String] = [:]
  /// The flags that were given.
  package var flags: Set<String> = []
  /// The arguments that are not options, in order.
  package var arguments: [String] = []

  private let known: Set<String>

  /// Creates an empty result for a command with the given options.
  package init(known: Set<String>) {
    self.known = known
  }

  /// Returns the value of an option, or nil if it was not given.
  package func value(_ name: String) -> String? {
    requireKnown(name)
    return values[name]
  }

  /// Returns whether a flag was given.
  package func flag(_ name: String) -> Bool {
    requireKnown(name)
    return flags.contains(name)
  }

  private func requireKnown(_ name: String) {
    guard known.contains(name) else { fatalError("The command has no option '--\(name)'; its table must list it.") }
  }

  /// Returns whether an option or a flag was given.
  package func contains(_ name: String) -> Bool {
    values[name] != nil || flags.contains(name)
  }
}
