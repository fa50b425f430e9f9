public import FlowChains

extension FlowChain {
  /// Returns the flow as a Graphviz graph, in the DOT language.
  ///
  /// Routes after a failure are dashed. Names of more than 200 characters are shortened.
  ///
  /// - Parameters:
  ///   - overlay: Recorded events to show in the graph.
  ///   - showsWaysBack: Whether to show the ways back of a `Flow.reversible(visits:)` flow, as dotted arrows. Going back from the
  ///     first step leads out of the flow.
  /// - Returns: The text of the graph. The same chain and overlay always return the same text.
  public func graphviz(overlaying overlay: FlowOverlay? = nil, showingWaysBack showsWaysBack: Bool = false) -> String {
    var lines = [
      "digraph \(Self.quoted([identifier])) {", "  node [shape=box, style=rounded];",
      "  start [label=\(Self.quoted([identifier])), shape=oval];",
    ]
    for (index, step) in steps.enumerated() {
      let label = [step.identifier] + (overlay?.remarks(on: step.identifier) ?? [])
      let color =
        switch overlay?.mark(of: step.identifier) {
        case .visited: ", style=\"rounded,filled\", fillcolor=\"#d8f0d8\""
        case .failed: ", style=\"rounded,filled\", fillcolor=\"#f8d7da\""
        case nil: ""
        }
      lines.append("  s\(index + 1) [label=\(Self.quoted(label))\(color)];")
    }
    lines.append("  finish [label=\"end\", shape=oval];")
    if !steps.isEmpty { lines.append("  start -> s1;") }
    for (index, edges) in ChainGraph(self).edges.enumerated() {
      for edge in edges where !edge.goesBack {
        let label = edge.route.label.map { "label=\(Self.quoted([$0]))" }
        let style = edge.route.cause == .result ? nil : "style=dashed"
        let attributes = [label, style].compactMap { $0 }.joined(separator: ", ")
        lines.append(
          "  s\(index + 1) -> \(edge.target.map { "s\($0 + 1)" } ?? "finish")"
            + (attributes.isEmpty ? ";" : " [\(attributes)];"))
      }
    }
    if showsWaysBack {
      lines += waysBack.map { way in
        "  s\(way.from + 1) -> \(way.to.map { "s\($0 + 1)" } ?? "start") [label=\"back\", style=dotted, constraint=false];"
      }
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// Returns lines of text as a quoted string. In it, the quote and the backslash are special, and the ampersand begins an HTML
  /// entity.
  private static func quoted(_ lines: [String]) -> String {
    "\"" + lines.map(escaped).joined(separator: "\\n") + "\""
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.pictureText.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
