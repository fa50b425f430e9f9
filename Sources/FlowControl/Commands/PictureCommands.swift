import FlowChains
import FlowCommandLine
import FlowDurable
import FlowPictures

extension ControlCommands {
  private static let format = Option.value("format", "NAME", "Draw in this format: mermaid (the default), dot or svg.")

  private static let variant = Option.value(
    "variant", "NAME", "Draw the chain of this variant of a flow, with its runs.")

  /// `diagram`: draws the chain of a run or a flow, with its events.
  static let diagram = ControlCommand(
    name: "diagram",
    summary: "Draws the flow of a run, or a flow with its latest 1,000 runs, and what has happened on it.",
    options: [format, variant],
    positionals: [
      Positional(name: "RUN-OR-FLOW", summary: "The number of a run, its flow and key, or the name of a flow.")
    ]
  ) { control, options in
    let word = options.arguments[0]
    let variant = options.value("variant")
    let chain: FlowChain
    let overlay: FlowOverlay
    if let definition = control.flow(named: word)?.definition {
      guard let known = definition.chain(ofVariant: variant) else {
        throw ControlError.unknownVariant(variant, flow: word, known: definition.variants)
      }
      chain = known
      overlay = try await control.overlay(of: definition, variant)
    } else {
      if variant != nil { throw ControlError.variantOfRun }
      let run = try await control.run(named: word)
      guard let flow = control.flow(named: run.flow) else {
        throw ControlError.unknownFlow(run.flow, known: control.flows.map { $0.definition.identifier })
      }
      let records = try await control.records(of: run)
      chain = flow.definition.chain(of: records) ?? flow.definition.chains[0]
      overlay = FlowOverlay(run.events(from: records))
    }
    let format = options.value("format") ?? "mermaid"
    switch format {
    case "mermaid": try control.output.write(chain.mermaid(overlaying: overlay))
    case "dot": try control.output.write(chain.graphviz(overlaying: overlay))
    case "svg": try control.output.write(chain.svg(overlaying: overlay))
    default: throw UsageError.invalidValue(option: "format", value: format, expected: "mermaid, dot or svg")
    }
    return .ok
  }

  /// `trace`: writes a run as a timeline.
  static let trace = ControlCommand(
    name: "trace", summary: "Writes a run as a timeline that Perfetto shows.", positionals: [runArgument]
  ) { control, options in
    let run = try await control.run(named: options.arguments[0])
    let events = run.events(from: try await control.records(of: run))
    try control.output.write(ChromeTrace(events).json)
    return .ok
  }
}

extension RunControl {
  /// Returns the combined events of a flow's latest runs with a variant, which is nil if the flow has none.
  fileprivate func overlay(of flow: DurableDefinition, _ variant: String?) async throws -> FlowOverlay {
    var query = RunQuery(flows: [flow.identifier])
    query.newestFirst = true
    var runs: [RunSummary] = []
    try await forEachRun(query, limit: 1_000) { runs.append($0) }
    var overlay = FlowOverlay()
    // Add the runs in the order in which they began.
    for run in runs.reversed() {
      do {
        let records = try await records(of: run)
        guard flow.variant(of: records) == variant else { continue }
        for event in run.events(from: records) { overlay.note(event) }
      } catch StoreError.unknownRun {
        // The run was removed after it was listed.
      } catch let error as StoreError where error.isAboutRecords {
        // The picture shows the other runs, and the command 'show' reports the error.
      }
    }
    return overlay
  }
}
