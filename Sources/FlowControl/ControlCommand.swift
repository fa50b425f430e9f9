import FlowCommandLine

/// One command, with its options and what it does.
struct ControlCommand: Sendable {
  let subcommand: Subcommand
  /// Carries the command out and returns the exit code.
  let run: @Sendable (RunControl, ParsedOptions) async throws -> ExitCode

  static let all = [list, show, diagram, trace, cancel, back, retry, send, check, export]

  /// The argument that names a run.
  static let runArgument = Positional(name: "RUN", summary: "The number of the run, or its flow and key: order/4711.")
  static let json = Option.flag("json", "Write JSON, one value on each line.")
}
