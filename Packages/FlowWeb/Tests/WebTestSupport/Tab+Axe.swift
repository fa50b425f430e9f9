package import FlowJSON
import Foundation

extension Tab {
  /// Returns what axe-core finds wrong with the page; an empty list if the variable `FLOW_WEB_AXE` has no path of its script.
  package func axeFindings() async throws -> JSONValue {
    guard let path = ProcessInfo.processInfo.environment["FLOW_WEB_AXE"] else { return .array([]) }
    _ = try await evaluate(try String(contentsOfFile: path, encoding: .utf8) + ";0")
    return try await evaluate(
      "axe.run().then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html).join(' ')))")
  }
}
