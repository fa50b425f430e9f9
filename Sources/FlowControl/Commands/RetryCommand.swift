import FlowCommandLine
import FlowDurable

extension ControlCommands {
  /// `retry`: continues runs that are parked, have failed, or were cancelled.
  static let retry = ControlCommand(
    name: "retry", summary: "Continues runs that are parked, have failed, or were cancelled.",
    options: [
      .value("from", "STEP", "Continue at this step. A run that ended later goes back to it first."),
      .value("flow", "NAME", "All runs of this flow that are parked or have failed."),
      .value("state", "STATE", "All runs in this state: parked, failed or cancelled."),
      RunQuery.stepOption, RunQuery.ageOption, .flag("yes", "Ask no question before several runs are retried."),
    ],
    positionals: [
      Positional(
        name: "RUN", summary: "The number of a run, or its flow and key; with options, all runs that match.",
        isRequired: false, repeats: true)
    ]
  ) { control, options in
    let step = options.value("from")
    let hasFilter = ["flow", "state", "at", "older"].contains { options.value($0) != nil }
    if hasFilter, !options.arguments.isEmpty { throw ControlError.runsAndFilter }
    guard hasFilter else {
      if options.arguments.isEmpty { throw UsageError.missingArgument("RUN", command: "retry") }
      return try await control.forEach(options.arguments) { word in
        try await control.retry(try await control.run(named: word), from: step)
      }
    }
    let runs = try await control.runs(toRetry: options)
    guard !runs.isEmpty else {
      try control.output.writeLine("No runs match.")
      return .ok
    }
    if !options.flag("yes"), try !control.asks("Retry \(runs.count == 1 ? "1 run" : "\(runs.count) runs")?") {
      try control.output.writeLine("Nothing was retried.")
      return .ok
    }
    return try await control.forEach(runs) { run in try await control.retry(run, from: step) }
  }
}

extension RunControl {
  /// Returns the runs that match the options of `retry`, in the order of their numbers.
  fileprivate func runs(toRetry options: ParsedOptions) async throws -> [RunSummary] {
    let wanted: [(kind: RunState.Kind, endings: Set<RunEnding>?)] =
      switch options.value("state") {
      case nil: [(.parked, nil), (.ended, [.failed])]
      case "parked": [(.parked, nil)]
      case "failed": [(.ended, [.failed])]
      case "cancelled": [(.ended, [.cancelled])]
      case let state?:
        throw UsageError.invalidValue(option: "state", value: state, expected: "parked, failed or cancelled")
      }
    let now = try await store.now()
    var runs: [RunSummary] = []
    for (kind, endings) in wanted {
      var query = try RunQuery(options, in: [kind], now: now)
      query.endings = endings
      try await forEachRun(query) { runs.append($0) }
    }
    return runs.sorted { $0.number < $1.number }
  }

  /// Asks a question, and returns whether the answer is yes.
  fileprivate func asks(_ question: String) throws -> Bool {
    try output.write("\(question) [y/N] ")
    let answer = output.readLine()?.lowercased()
    return answer == "y" || answer == "yes"
  }

  fileprivate func retry(_ run: RunSummary, from step: String?) async throws {
    guard let step else {
      _ = try await send(FlowMessage(.retry), to: run, saying: "retry")
      return
    }
    guard let flow = flow(named: run.flow) else {
      throw ControlError.unknownFlow(run.flow, known: flows.map(\.definition.identifier))
    }
    let command = try flow.definition.command(retrying: run.number, from: step, try await records(of: run))
    _ = try await send(command, to: run, saying: "retry from \(step.quoted)")
  }
}
