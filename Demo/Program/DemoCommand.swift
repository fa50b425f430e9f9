import FlowCommandLine

/// A command of the demo. Its implementation runs the command and returns the exit code of the process.
///
/// Each command is a file of its own, and one element of ``all`` in `DemoCommand+All.swift`:
///
///     struct HubCommand: Sendable {
///       static let subcommand = DemoCommand(name: "hub", summary: "Shows a view.") { try HubCommand($0).run() }
///       …
///     }
typealias DemoCommand = Subcommand<@Sendable (ParsedOptions) throws -> ExitCode>
