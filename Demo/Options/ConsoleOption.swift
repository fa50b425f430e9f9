import FlowCommandLine

/// The option `--console`, which only the package of the console supports, because the library has no dependencies.
enum ConsoleOption {
  /// Throws if the option is used with the profile.
  static func check(_ words: [String]) throws(UsageError) {
    let isProfile = words.first.map { $0.hasPrefix("-") || $0 == ProfileCommand.subcommand.name } ?? false
    guard isProfile, words.prefix(while: { $0 != "--" }).contains("--console") else { return }
    throw .notHere(
      option: "console",
      instead:
        "'swift run --package-path Packages/FlowWeb console-demo' shows a profile in the terminal and in the browser at once"
    )
  }
}
