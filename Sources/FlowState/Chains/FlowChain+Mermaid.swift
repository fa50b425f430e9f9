extension FlowChain {
  /// Returns the flow as a Mermaid flowchart.
  ///
  /// - Parameters:
  ///   - overlay: Recorded events to show in the chart.
  ///   - showsWaysBack: Whether to show the ways back of a ``Flow/reversible(visits:)`` flow, as dotted arrows. Going back from the
  ///     first step leads out of the flow.
  /// - Returns: The text of the chart. The same chain and overlay always return the same text.
  public func mermaid(overlaying overlay: FlowOverlay? = nil, showingWaysBack showsWaysBack: Bool = false) -> String {
    var lines = ["flowchart TD", "  start([\(Self.quoted(identifier))])"]
    for (index, step) in steps.enumerated() {
      let label = ([step.identifier] + (overlay?.remarks(on: step.identifier) ?? [])).map(Self.escaped)
      lines.append("  s\(index + 1)[\"\(label.joined(separator: "<br/>"))\"]")
    }
    lines.append("  finish([\"end\"])")
    if !steps.isEmpty { lines.append("  start --> s1") }
    for (index, step) in steps.enumerated() {
      for route in step.routes {
        let target = destination(of: route, from: index).map { "s\($0 + 1)" } ?? "finish"
        let arrow = route.label.map { "-- \(Self.quoted($0)) -->" } ?? "-->"
        lines.append("  s\(index + 1) \(arrow) \(target)")
      }
    }
    if showsWaysBack {
      lines += waysBack.map { "  s\($0.from + 1) -. \"back\" .-> \($0.to.map { "s\($0 + 1)" } ?? "start")" }
    }
    if let overlay { lines += classes(for: overlay) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func classes(for overlay: FlowOverlay) -> [String] {
    let marked = [
      ("visited", "fill:#d8f0d8,stroke:#2e7d32", FlowOverlay.Mark.visited),
      ("failed", "fill:#f8d7da,stroke:#b71c1c", .failed),
    ]
    return marked.flatMap { name, style, mark -> [String] in
      let nodes = steps.indices.filter { overlay.mark(of: steps[$0].identifier) == mark }.map { "s\($0 + 1)" }
      return nodes.isEmpty ? [] : ["  classDef \(name) \(style)", "  class \(nodes.joined(separator: ",")) \(name)"]
    }
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Returns the text with a character code for each character that is special in Mermaid or in the HTML that it makes.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "-", ".", ",", "(", ")", "?", "!":
        escaped.unicodeScalars.append(scalar)
      case _ where scalar.properties.isAlphabetic && scalar.value > 0x7F: escaped.unicodeScalars.append(scalar)
      default: escaped += "#\(scalar.value);"
      }
    }
    // Mermaid doesn't support empty text. This is a zero-width space.
    return escaped.isEmpty ? "#8203;" : escaped
  }
}
