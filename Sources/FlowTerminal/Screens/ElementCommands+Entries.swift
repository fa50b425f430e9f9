import FlowScreens

extension ElementCommands {
  /// Returns the commands for elements. Those that enter a value report it; `press` enters none.
  func commands(reportingEntries entered: @escaping () -> Void) -> [ScreenCommand] {
    commands.map { command in
      guard command.name != "press" else { return command }
      var reporting = command
      reporting.perform = { argument in
        let reply = command.perform(argument)
        if reply == .done { entered() }
        return reply
      }
      return reporting
    }
  }
}
