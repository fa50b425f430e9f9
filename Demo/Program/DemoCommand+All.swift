import FlowCommandLine

extension DemoCommand {
  /// All commands, in the order of the help. The first one runs if the command line names none.
  static var all: [DemoCommand] {
    [
      ProfileCommand.subcommand,
      SignupCommand.subcommand,
      CheckoutCommand.subcommand,
      OrderCommand.subcommand,
      RunsCommand.subcommand,
      DiagramCommand.subcommand,
      FlowCommand.subcommand,
      RecipeCommand.subcommand,
      NimbusScreenCommand.subcommand,
      HubCommand.subcommand,
      TourCommand.subcommand,
    ]
  }
}
