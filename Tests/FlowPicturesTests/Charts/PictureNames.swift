import FlowChains
import FlowStateTesting
import TestSupport

/// Chains with names that have a special meaning in Mermaid, Graphviz, Markdown, HTML, or a terminal.
enum PictureNames {
  /// Names that have broken charts, or could.
  static let hostile = [
    "direction LR", "go Direction  TB", "1. Name", "2) Name", "- Name", "+ Name", "* Name", "# Name", "> Name", "---",
    "===", "`x`", "_x_", "**x**", "~~x~~", "www.example.org", "a@example.org", "https://example.org", "[x](y)",
    "![x](y)",
    "    code", "a  b", " a ", "", "end", "subgraph", "%%", "%%{init: {}}%%", "style: x", "click s1", "s1 --> s2",
    "x[\"y\"]",
    "<b>&amp;&lt;", "#35;", "#quot;", "\u{FB02}°35¶ß", "back\\slash\\", "\\N\\G\\n", "two\nlines", "\r\n", "\u{0}",
    "\u{85}",
    "\u{1B}[2J", "\u{2028}\u{2029}", "'", "\"", "\"\"\"", "]; rm", "ünï ☃ é", "عربي", "👩‍👩‍👧", "e\u{301}",
    "e1@{ shape: x }",
    "accTitle: x", "fa:fa-x", "$$x$$", "a|b", "{{x}}", "3.5 kg", "See p. 5", "e.g. this (and that)", "first-name",
  ]

  /// Returns a name that is put together from pieces of hostile ones.
  static func random(using generator: inout SeededGenerator) -> String {
    let pieces =
      hostile + ["direction ", " LR", "RL", "BT", "TD", "1", ".", ")", "-", " ", "\t", "#", ";", "(", "?", "!", ","]
    return (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      var piece = pieces.randomElement(using: &generator) ?? ""
      if Bool.random(using: &generator), let scalar = Unicode.Scalar(UInt32.random(in: 1...0x2FF, using: &generator)) {
        piece.unicodeScalars.append(scalar)
      }
      return piece
    }.joined()
  }

  /// Returns a chain of steps with these names, each with a labelled route to the next and one back to the first.
  static func chain(_ names: [String]) -> FlowChain {
    FlowChain(
      identifier: names.last ?? "",
      names.enumerated().map { index, name in
        SampleSteps.free(name).leading(["\(name)\(index)": .next, "back \(name)": .step(names[0])])
      })
  }

  /// The text that a picture shows for a name.
  static func shown(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars.prefix(200) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + (name.unicodeScalars.count > 200 ? "…" : "")
  }
}
