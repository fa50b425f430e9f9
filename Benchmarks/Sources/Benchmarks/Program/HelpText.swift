/// The text that `--help` prints.
enum HelpText {
  static func text(for scenarios: [Scenario]) -> String {
    """
    Measures FlowState beside what a user would pick instead. Build it in release mode:
        swift run -c release Benchmarks [options]

      --quick             few rounds of small samples, for the correctness of results; under a minute
      --json              one object per line instead of a Markdown table; times in nanoseconds
      --filter NAME       only this scenario, and those named NAME-…; may be repeated
      --growth            instead of the scenarios, a table that shows how costs grow when sizes double; with --filter TEXT
                          only the rows whose name contains the text
      --contender NAME    only this contender
      --rounds N          how many rounds are measured (15; with --quick 3)
      --no-warm-up        without the round that does not count, for callgrind
      --help              this text

    Exit code: 0 if every contender came to the right result, 1 if one did not, 2 if the options cannot be understood.

    Scenarios:
    \(scenarios.map { "  \($0.name.padding(toWidth: 8)) \($0.title)" }.joined(separator: "\n"))
      \("S8".padding(toWidth: 8)) also: bytes per step built, per visit, per handler
    """
  }
}

extension String {
  /// The text, filled up with spaces.
  func padding(toWidth width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
