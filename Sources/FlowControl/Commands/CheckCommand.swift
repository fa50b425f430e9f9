import FlowCommandLine
import FlowDurable
import FlowJSON
import FlowScreens
import FlowTerminal
import Foundation

extension ControlCommands {
  /// `check`: reports stored runs that don't fit the flows of the program.
  static let check = ControlCommand(
    name: "check", summary: "Shows which runs can't continue under the flows of this program, and what to write.",
    options: [json]
  ) { control, options in
    let report = try await CompatibilityCheck(control.store).check(control.flows)
    do {
      try control.write(report, asJSON: options.flag("json"))
    } catch let failure as OutputFailure where failure.code == EPIPE {
      // A reader such as 'head' needs no more lines, and a script needs the code.
    }
    return report.isFine ? .ok : .data
  }
}

extension RunControl {
  fileprivate func write(_ report: CompatibilityReport, asJSON isJSON: Bool) throws {
    if isJSON {
      for finding in report.findings { try output.writeLine(finding.json) }
      return
    }
    // The names of a journal could control the terminal.
    for finding in report.findings { try output.writeLine("\(finding)".printable) }
    guard report.isFine else { return }
    let sentence =
      switch report.runs {
      case 0: "There are no stored runs to check."
      case 1: "The stored run fits."
      default: "All \(report.runs) stored runs fit."
      }
    try output.writeLine(sentence)
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
