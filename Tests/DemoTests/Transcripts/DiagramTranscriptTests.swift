import Foundation
import Testing

@testable import Demo

/// `Demo diagram` as a process.
@Suite(.timeLimit(.minutes(20)))
struct DiagramTranscriptTests {
  private func run(_ arguments: String...) throws -> DemoProcess {
    try DemoProcess.run(["diagram"] + arguments)
  }

  @Test("The signup is printed as a Mermaid flowchart, which the page of the demo shows")
  func mermaid() throws {
    let run = try run("signup")
    #expect(
      run.output == """
        flowchart TD
          start(["signup"])
          s1["name"]
          s2["email"]
          s3["terms"]
          finish(["end"])
          start --> s1
          s1 -- "answered" --> s2
          s1 -- "end of input" --> finish
          s2 -- "answered" --> s3
          s2 -- "end of input" --> finish
          s3 -- "answered" --> finish
          s3 -- "end of input" --> finish
          s1 -. "back" .-> start
          s2 -. "back" .-> s1
          s3 -. "back" .-> s2

        """)
    #expect(try self.run("signup", "--format", "mermaid").output == run.output)
    let readme = URL(filePath: #filePath).appending(path: "../../../../Demo/README.md").standardized
    #expect(try String(contentsOf: readme, encoding: .utf8).contains("```mermaid\n\(run.output)```"))
  }

  @Test(
    "The options of the signup change the picture",
    arguments: [("--variant", "terms-first"), ("--order", "terms,name,email")])
  func order(option: String, value: String) throws {
    #expect(try run("signup", option, value).output.contains("s1[\"terms\"]\n  s2[\"name\"]\n  s3[\"email\"]\n"))
  }

  @Test("The signup is printed as a Graphviz graph")
  func dot() throws {
    let run = try run("signup", "--format", "dot")
    #expect(run.output.hasPrefix("digraph \"signup\" {\n"))
    #expect(run.output.contains("  s1 -> s2 [label=\"answered\"];\n"))
    #expect(run.output.contains("  s2 -> s1 [label=\"back\", style=dotted, constraint=false];\n"))
  }

  @Test("The signup is printed as an SVG picture")
  func svg() throws {
    let run = try run("signup", "--format", "svg")
    #expect(run.output.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(run.output.hasSuffix("</svg>\n"))
    #expect(run.output.contains(">answered</text>"))
  }

  @Test(
    "A wrong or missing argument is refused with the allowed values",
    arguments: [
      (["hub"], "Unknown flow 'hub'. Allowed: signup.\n"),
      (["signup", "--format", "png"], "Invalid value 'png' for '--format': expected mermaid, dot or svg.\n"),
      ([], "Missing argument: 'diagram' needs FLOW. Allowed: signup.\n"),
    ])
  func usage(arguments: [String], message: String) throws {
    let run = try DemoProcess.run(["diagram"] + arguments)
    #expect(run.errors.hasPrefix(message))
    #expect(run.status == 64)
  }
}
