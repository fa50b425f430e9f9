import FlowCommandLine
import FlowDurable
import FlowJSON
import FlowScreens

extension ControlCommands {
  /// `show`: shows a run and its records.
  static let show = ControlCommand(
    name: "show", summary: "Shows a run and what has happened in it.",
    options: [.flag("values", "Show values too; they can be personal data."), json], positionals: [runArgument]
  ) { control, options in
    let run = try await control.run(named: options.arguments[0])
    let records = try await control.records(of: run)
    let text = RunText(run: run, now: try await control.store.now())
    if options.flag("json") {
      try control.output.writeLine(text.json)
      for record in records {
        try control.output.writeLine((options.flag("values") ? record : record.scrubbed).numberedJSON)
      }
      return .ok
    }
    var lines = ["Run \(run.number) of \(run.flow.quoted)" + (run.key.map { ", key \($0.quoted)" } ?? "")]
    lines.append("  \(text.state.printable)")
    if let position = run.position { lines.append("  at step \(position.quoted)") }
    if run.waitingMessages > 0 {
      lines.append(run.waitingMessages == 1 ? "  1 message waits" : "  \(run.waitingMessages) messages wait")
    }
    var table = TextTable(titles: ["", "TIME", "WHAT"])
    for record in records {
      table.rows.append(["\(record.number)", record.at?.description ?? "", record.words])
    }
    lines += table.lines(width: control.output.columns)
    for line in lines { try control.output.writeLine(line) }
    guard options.flag("values") else { return .ok }
    try control.output.writeLine("Values:")
    for record in records where !record.values.isEmpty {
      for (name, value) in record.values {
        try control.output.writeLine("  \(record.number) \(name.printable): \(value.jsonText.printable)")
      }
    }
    return .ok
  }
}
