import FlowCommandLine
import FlowDurable
import FlowJSON

extension ControlCommands {
  /// `export`: writes runs with all their records as JSON.
  static let export = ControlCommand(
    name: "export", summary: "Writes runs with their records as JSON, one run on each line.",
    options: [
      .flag("scrub", "Replace letters and numbers of all values, for tests of old runs and for reports."),
      .value("flow", "NAME", "Only runs of this flow."),
    ],
    positionals: [
      Positional(
        name: "RUN", summary: "The number of a run, or its flow and key; all runs by default.", isRequired: false,
        repeats: true)
    ]
  ) { control, options in
    let isScrubbed = options.flag("scrub")
    let flow = options.value("flow")
    if flow != nil, !options.arguments.isEmpty { throw ControlError.runsAndFlow }
    var worst = ExitCode.ok
    if options.arguments.isEmpty {
      try await control.forEachRun(RunQuery(flows: flow.map { [$0] })) { run in
        do {
          try await control.export(run, scrubbing: isScrubbed)
        } catch StoreError.unknownRun {
          // The run was removed after it was listed.
        } catch let error as StoreError where error.isAboutRecords {
          control.output.complain(of: error)
          worst = max(worst, error.exitCode)
        }
      }
    }
    for word in options.arguments {
      let code = try await control.attempt {
        try await control.export(try await control.run(named: word), scrubbing: isScrubbed)
        return .ok
      }
      worst = max(worst, code)
    }
    return worst
  }
}

extension RunControl {
  fileprivate func export(_ run: RunSummary, scrubbing isScrubbed: Bool) async throws {
    let records = try await records(of: run).map { (isScrubbed ? $0.scrubbed : $0).numberedJSON }
    let line: JSONValue = [
      "run": .integer(Int64(run.number.rawValue)), "flow": .string(run.flow),
      "state": .string(run.state.kind.rawValue), "records": .array(records),
    ]
    try output.writeLine(line)
  }
}
