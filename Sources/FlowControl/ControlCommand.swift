import FlowCommandLine

/// A command of a ``RunControl``. Its implementation executes the command and returns the exit code.
typealias ControlCommand = Subcommand<@Sendable (RunControl, ParsedOptions) async throws -> ExitCode>

/// The commands of a ``RunControl``.
enum ControlCommands {
  static let all = [list, show, diagram, trace, cancel, back, retry, send, check, export]

  /// The argument that names a run.
  static let runArgument = Positional(name: "RUN", summary: "The number of the run, or its flow and key: order/4711.")
  static let json = Option.flag("json", "Write JSON, one value on each line.")
}
