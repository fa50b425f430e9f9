import FlowChains
import FlowPictures
import FlowStateTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The program `dot`, if it is installed.
let graphvizPath = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}

/// Graphviz draws exactly the flow, whatever the names are. Without Graphviz, the tests are skipped.
@Suite(.enabled(if: graphvizPath != nil))
struct GraphvizNameTests {
  /// Draws a graph as SVG, and returns the lines of text of each node and edge by its title.
  private func draw(_ text: String) throws -> [String: [[String]]] {
    let process = Process()
    process.executableURL = URL(filePath: try #require(graphvizPath))
    process.arguments = ["-Tsvg"]
    let (input, output, errors) = (Pipe(), FileManager.default.temporaryDirectory, Pipe())
    let file = output.appending(path: "flowstate-\(UUID().uuidString).svg")
    defer { try? FileManager.default.removeItem(at: file) }
    process.arguments?.append("-o\(file.path)")
    process.standardInput = input
    process.standardError = errors
    try process.run(orSay: "Graphviz did not end")
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(complaint)")
    let drawing = Drawing()
    let parser = XMLParser(data: try Data(contentsOf: file))
    parser.delegate = drawing
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return drawing.texts
  }

  /// The spaces that SVG keeps are non-breaking.
  private func shown(_ name: String) -> String {
    PictureNames.shown(name).replacingOccurrences(of: "\u{A0}", with: " ")
  }

  private func expectExact(_ names: [String]) throws {
    let chain = PictureNames.chain(names)
    let texts = try draw(chain.graphviz())
    func text(of title: String) -> [String] {
      (texts[title] ?? []).map { $0.joined(separator: "|").replacingOccurrences(of: "\u{A0}", with: " ") }
    }
    #expect(text(of: "start") == [shown(chain.identifier)])
    #expect(text(of: "finish") == ["end"])
    for (index, step) in chain.steps.enumerated() {
      #expect(text(of: "s\(index + 1)") == [shown(step.identifier)])
      let last = index + 1 == chain.steps.count
      let next = last ? "finish" : "s\(index + 2)"
      #expect(text(of: "s\(index + 1)->\(next)").contains(shown(step.routes[0].label ?? "")))
      #expect(text(of: "s\(index + 1)->s1").contains(shown(step.routes[1].label ?? "")))
    }
    #expect(texts.values.reduce(0) { $0 + $1.count } == 3 * chain.steps.count + 3, "nodes and edges")
  }

  @Test("Graphviz draws names with special characters exactly")
  func hostile() throws {
    try expectExact(PictureNames.hostile)
  }

  @Test("Graphviz draws random names exactly", arguments: 0..<8)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try expectExact((0..<25).map { _ in PictureNames.random(using: &generator) })
  }

  @Test(
    "A name of 10,000 characters is shortened, whatever its characters are",
    arguments: ["x", "&", "\\", "\"", "é", "\n"])
  func long(piece: String) throws {
    try expectExact([String(repeating: piece, count: 10_000), "short"])
  }

  /// Collects the lines of text in an SVG file of Graphviz.
  private final class Drawing: NSObject, XMLParserDelegate {
    var texts: [String: [[String]]] = [:]
    private var title: String?
    private var lines: [String] = []
    private var text: String?

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      if element == "g" {
        title = nil
        lines = []
        if attributes["class"] == "graph" { title = "graph" }
      }
      if element == "title" || element == "text" { text = "" }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text? += string }

    func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
      if element == "title", title == nil { title = text }
      if element == "text", let text { lines.append(text) }
      if element == "title" || element == "text" { text = nil }
      if element == "g", let title, title != "graph" {
        texts[title, default: []].append(lines)
        self.title = nil
      }
    }
  }
}
