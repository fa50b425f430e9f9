import FlowCommandLine

/// A command of the demo. Its implementation runs the command and returns the exit code of the process.
///
/// Each command is a file of its own, and one element of ``all``:
///
///     struct HubCommand: Sendable {
///       static let subcommand = DemoCommand(name: "hub", summary: "Shows a view.") { try HubCommand($0).run() }
///       …
///     }
typealias DemoCommand = Subcommand<@Sendable (ParsedOptions) throws -> ExitCode>

extension DemoCommand {
  /// All commands, in the order of the help. The first one runs if the command line names none.
  static var all: [DemoCommand] {
    [
      ProfileCommand.subcommand,
      SignupCommand.subcommand,
      OrderCommand.subcommand,
      RunsCommand.subcommand,
      DiagramCommand.subcommand,
      RecipeCommand.subcommand,
      NimbusScreenCommand.subcommand,
      HubCommand.subcommand,
      TourCommand.subcommand,
    ]
  }
}
