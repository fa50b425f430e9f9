import FlowChains
import FlowPictures
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// A Mermaid chart parses to exactly the flow, whatever the names are. The tests implement the rules of
/// Mermaid's grammar that matter: the form of a line, the quoting of a label, and the decoding of the quoted text.
struct MermaidNameTests {
  /// A chart as Mermaid reads it.
  struct Chart: Equatable {
    var labels: [String: String] = [:]
    var edges: [String] = []
  }

  struct Unreadable: Error { let line: String }

  /// Reads a chart by the rules of Mermaid's flowcharts.
  static func read(_ text: String) throws -> Chart {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "flowchart TD")
    #expect(lines.last == "")
    var chart = Chart()
    for line in lines.dropFirst().dropLast() {
      // Mermaid's first rule: a line that contains a direction is a statement as a whole.
      if line.firstMatch(of: /(?i)direction\s+(?:TB|BT|RL|LR|TD)/) != nil { throw Unreadable(line: String(line)) }
      // A quoted string ends at the next quotation mark, and no escape exists.
      if let node = line.wholeMatch(of: /\ \ (start|finish|s[0-9]+)(?:\(\["([^"]*)"\]\)|\["([^"]*)"\])/) {
        chart.labels[String(node.1)] = try label(String(node.2 ?? node.3 ?? ""))
      } else if let edge = line.wholeMatch(
        of: /\ \ (start|s[0-9]+) (?:-->|-- "([^"]*)" -->|-\. "([^"]*)" \.->) (finish|s[0-9]+)/)
      {
        chart.edges.append("\(edge.1) \(try label(String(edge.2 ?? edge.3 ?? "")))→ \(edge.4)")
      } else {
        throw Unreadable(line: String(line))
      }
    }
    return chart
  }

  /// Reads a label: Markdown is interpreted first, and then each code is replaced by its character.
  private static func label(_ text: String) throws -> String {
    // Mermaid refuses an empty label, and trims a line.
    if text.trimmingCharacters(in: .whitespaces) != text { throw Unreadable(line: text) }
    let blocks = /(?:[0-9]+[.)]|[-+*])(?: .*)?|#{1,6}(?: .*)?|>.*|(?:[-*_=] *){3,}|`{3}.*/
    if text.wholeMatch(of: blocks) != nil { throw Unreadable(line: text) }
    // Emphasis, code, links, images, HTML, escapes, entities, math, icons begin with one of these. Codes have # and ;.
    let codeless = text.replacing(/#[0-9]+;/, with: "")
    if codeless.contains(where: { "*_`~[]<>&\\$|:@/#;\"{}%".contains($0) }) { throw Unreadable(line: text) }
    if text.firstMatch(of: /(?i)www\.[a-z0-9]/) != nil { throw Unreadable(line: text) }
    // The marks by which Mermaid replaces # and ; of a code while it reads.
    if text.contains("\u{FB02}") || text.contains("¶ß") { throw Unreadable(line: text) }
    var decoded = ""
    var rest = text[...]
    while let code = rest.firstMatch(of: /#([0-9]+);/) {
      decoded += rest[..<code.range.lowerBound]
      guard let value = UInt32(code.1), let scalar = Unicode.Scalar(value), !(0x7F...0x9F).contains(value), value > 31
      else { throw Unreadable(line: text) }
      decoded.unicodeScalars.append(scalar)
      rest = rest[code.range.upperBound...]
    }
    return decoded + rest
  }

  private func expectExact(_ names: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let chain = PictureNames.chain(names)
    let chart = try Self.read(chain.mermaid())
    func shown(_ name: String) -> String { name.isEmpty ? "\u{200B}" : PictureNames.shown(name) }
    var expected = Chart()
    expected.labels = ["start": shown(chain.identifier), "finish": "end"]
    expected.edges = ["start → s1"]
    for (index, step) in chain.steps.enumerated() {
      expected.labels["s\(index + 1)"] = shown(step.identifier)
      for route in step.routes {
        let target =
          route.target == .next
          ? index + 1 < chain.steps.count ? "s\(index + 2)" : "finish" : "s1"
        expected.edges.append("s\(index + 1) \(shown(route.label ?? ""))→ \(target)")
      }
    }
    #expect(chart.labels == expected.labels, sourceLocation: sourceLocation)
    #expect(chart.edges == expected.edges, sourceLocation: sourceLocation)
  }

  @Test("A Mermaid chart represents names with special characters exactly", arguments: PictureNames.hostile)
  func hostile(name: String) throws {
    try expectExact(["plain", name])
    #expect(try Self.read(PictureNames.chain([name]).mermaid()).labels["s1"]?.isEmpty == false)
  }

  @Test(
    "A Mermaid chart represents random names exactly", .usesOneThread,
    arguments: 0..<40)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try expectExact((0..<25).map { _ in PictureNames.random(using: &generator) })
  }

  @Test("A Mermaid chart shortens long names")
  func long() throws {
    let name = String(repeating: "long ", count: 2_000)
    try expectExact([name, "short"])
    #expect(PictureNames.chain([name]).mermaid().count < 2_000)
  }

  @Test("A Mermaid chart keeps plain words readable")
  func readable() {
    #expect(
      PictureNames.chain(["See first-name, e.g. (this) now!"]).mermaid().contains(
        #"s1["See first-name, e#46;g. (this) now!"]"#))
    #expect(PictureNames.chain(["1. Name"]).mermaid().contains(#"s1["1#46; Name"]"#))
    #expect(PictureNames.chain(["direction LR"]).mermaid().contains(#"s1["direction#32;LR"]"#))
  }

  @Test("The reader of these tests rejects text that Mermaid rejects")
  func reader() {
    for line in [
      #"s1["direction LR"]"#, #"s1["1. Name"]"#, #"s1["a"b"]"#, #"s1["- x"]"#, #"s1["www.example.org"]"#,
      #"s1["a_b_c"]"#,
      #"s1 --> s2 --> s3"#, #"s1["&amp;"]"#, ##"s1["#133;"]"##,
    ] {
      #expect(throws: Unreadable.self, "\(line)") { try Self.read("flowchart TD\n  \(line)\n") }
    }
  }
}
