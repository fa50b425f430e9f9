import FlowCommandLine
import FlowDurable
import FlowJSON

extension ControlCommands {
  /// `check`: reports stored runs that don't fit the flows of the program.
  static let check = ControlCommand(
    name: "check", summary: "Shows which runs can't continue under the flows of this program, and what to write.",
    options: [json]
  ) { control, options in
    let report = try await CompatibilityCheck(control.store).check(control.flows)
    if options.flag("json") {
      for finding in report.findings { try control.output.writeLine(finding.json.jsonText) }
    } else {
      for finding in report.findings { try control.output.writeLine("\(finding)") }
      if report.isFine {
        let sentence =
          switch report.runs {
          case 0: "There are no stored runs to check."
          case 1: "The stored run fits."
          default: "All \(report.runs) stored runs fit."
          }
        try control.output.writeLine(sentence)
      }
    }
    return report.isFine ? .ok : .data
  }
}

extension CompatibilityReport.Finding {
  /// The finding as a JSON object, for other programs.
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "flow": .string(flow), "runs": .array(runs.map { .integer(Int64($0.rawValue)) }), "reason": .string(reason),
      "expected": .string(expected), "found": .string(found),
    ]
    object["step"] = step.map { .string($0) }
    object["advice"] = advice.map { .string($0) }
    return .object(object)
  }
}
