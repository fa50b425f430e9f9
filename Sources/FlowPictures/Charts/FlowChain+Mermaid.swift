public import FlowChains

extension FlowChain {
  /// Returns the flow as a Mermaid flowchart.
  ///
  /// Routes after a failure are dashed. Names of more than 200 characters are shortened.
  ///
  /// - Parameters:
  ///   - overlay: Recorded events to show in the chart.
  ///   - showsWaysBack: Whether to show the ways back of a `Flow.reversible(visits:)` flow, as dotted arrows. Going back from the
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
    for (index, edges) in ChainGraph(self).edges.enumerated() {
      for edge in edges where !edge.goesBack {
        lines.append("  s\(index + 1) \(Self.arrow(for: edge.route)) \(edge.target.map { "s\($0 + 1)" } ?? "finish")")
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

  private static func arrow(for route: FlowRoute) -> String {
    switch (route.cause, route.label) {
    case (.result, let label?): "-- \(quoted(label)) -->"
    case (.result, nil): "-->"
    case (_, let label?): "-. \(quoted(label)) .->"
    case (_, nil): "-.->"
    }
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Returns the text with a character code for each character that has a meaning to Mermaid, or to the Markdown and the HTML
  /// that it makes of a label.
  ///
  /// A code replaces every character but letters and digits, with these exceptions: a single space inside the text, a hyphen
  /// inside a word, a comma, a question mark, an exclamation mark, an opening parenthesis, and a period or a closing parenthesis
  /// at the end of a word without digits. A space after the word "direction" gets a code, because Mermaid reads a line that
  /// holds "direction LR" as a statement.
  private static func escaped(_ text: String) -> String {
    let scalars = Array(text.pictureText.unicodeScalars)
    var escaped = ""
    for (index, scalar) in scalars.enumerated() {
      let before = index > 0 ? scalars[index - 1] : nil
      let after = index + 1 < scalars.count ? scalars[index + 1] : nil
      let isPlain =
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ",", "?", "!", "(": true
        case " ": before.map { $0 != " " } ?? false && after != nil && !isDirection(scalars[..<index])
        case "-": isWord(before) && isWord(after)
        case ".", ")": before.map { isWord($0) && !("0"..."9").contains($0) } ?? false && (after ?? " ") == " "
        // Mermaid writes codes with this ligature while it reads a chart.
        case "\u{FB02}": false
        default: scalar.value > 0x7F && scalar.properties.isAlphabetic
        }
      if isPlain { escaped.unicodeScalars.append(scalar) } else { escaped += "#\(scalar.value);" }
    }
    // Mermaid doesn't support empty text. This is a zero-width space.
    return escaped.isEmpty ? "#8203;" : escaped
  }

  private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return ("0"..."9").contains(scalar) || scalar.properties.isAlphabetic
  }

  private static func isDirection(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    String(String.UnicodeScalarView(scalars.suffix(9))).lowercased() == "direction"
  }
}
