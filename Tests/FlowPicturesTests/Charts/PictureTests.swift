import FlowChains
import FlowPictures
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Pictures of declared flows.
struct PictureTests {
  typealias Steps = SampleSteps

  private static let chain = FlowChain(
    identifier: "Profile",
    [
      Steps.free("Display").leading(["edit": .next, "again": .step("Display"), "quit": .end]),
      Steps.free("Edit").leading(["done": .step("Display")]),
    ])

  /// Names that have a special meaning in Mermaid, Graphviz, HTML, or a terminal.
  private static let hostile = FlowChain(
    identifier: "a\"b",
    [
      "end", "x[\"y\"]", "<b>&amp;", "back\\slash", "two\nlines", "--> s1", "#35;", "ünï ☃", "\u{1B}[2J", "'",
      "%%{init}%%",
      "]; rm", "\u{2028}",
    ].map { Steps.free($0).leading(["\($0)|": .next]) })

  @Test("A chain is drawn as Mermaid text")
  func mermaid() {
    #expect(
      Self.chain.mermaid() == """
        flowchart TD
          start(["Profile"])
          s1["Display"]
          s2["Edit"]
          finish(["end"])
          start --> s1
          s1 -- "edit" --> s2
          s1 -- "again" --> s1
          s1 -- "quit" --> finish
          s2 -- "done" --> s1

        """)
  }

  @Test("A picture of a reversible flow shows the ways back, from each step to those that lead to it")
  func waysBack() {
    let added = Self.chain.mermaid(showingWaysBack: true).dropFirst(Self.chain.mermaid().count)
    #expect(
      added == """
          s1 -. "back" .-> start
          s1 -. "back" .-> s1
          s1 -. "back" .-> s2
          s2 -. "back" .-> s1

        """)
    let graph = Self.chain.graphviz(showingWaysBack: true).split(separator: "\n")
    #expect(graph.count == Self.chain.graphviz().split(separator: "\n").count + 4)
    #expect(graph.suffix(2) == ["  s2 -> s1 [label=\"back\", style=dotted, constraint=false];", "}"])
  }

  @Test("A chain is drawn as Graphviz text")
  func graphviz() {
    #expect(
      Self.chain.graphviz() == """
        digraph "Profile" {
          node [shape=box, style=rounded];
          start [label="Profile", shape=oval];
          s1 [label="Display"];
          s2 [label="Edit"];
          finish [label="end", shape=oval];
          start -> s1;
          s1 -> s2 [label="edit"];
          s1 -> s1 [label="again"];
          s1 -> finish [label="quit"];
          s2 -> s1 [label="done"];
        }

        """)
  }

  @Test("A picture overlaid with a recorded run shows visits, times, and failures")
  func overlay() throws {
    let (queue, recorder) = (ManualQueue(), FlowRecorder())
    let clock = ManualClock(playing: queue)
    let script: FlowScript = ["Display": [.after(.seconds(2), .result("x"))], "Edit": [.failure(TestError())]]
    let chain = FlowChain(
      identifier: "Profile",
      [Steps.free("Display").step, Steps.free("Edit").step, Steps.free("Update").step])
    try Flow(chain, Any.self, String.self).on(queue).timed(by: clock).observed(by: recorder).scripted(by: script)
      .start()
    queue.play()
    clock.advance(by: .seconds(2))
    let overlay = FlowOverlay(recorder.events)
    #expect(
      chain.mermaid(overlaying: overlay) == """
        flowchart TD
          start(["Profile"])
          s1["Display<br/>1 visit, 2000 ms"]
          s2["Edit<br/>1 visit, 0 ms<br/>1 failed"]
          s3["Update"]
          finish(["end"])
          start --> s1
          s1 --> s2
          s2 --> s3
          s3 --> finish
          classDef visited fill:#d8f0d8,stroke:#2e7d32
          class s1 visited
          classDef failed fill:#f8d7da,stroke:#b71c1c
          class s2 failed

        """)
    #expect(
      chain.graphviz(overlaying: overlay).contains(
        "s2 [label=\"Edit\\n1 visit, 0 ms\\n1 failed\", style=\"rounded,filled\", fillcolor=\"#f8d7da\"];"))
  }

  @Test("An overlay shows the time of visits that have ended, in seconds if it is long")
  func visitTimes() throws {
    let test = FlowTest(["Wait": [.after(.milliseconds(58_384), .result("x")), .after(.seconds(1), .result("y"))]])
    let chain = FlowChain(identifier: "F", [Steps.free("Wait").step])
    func remark() -> String? {
      chain.mermaid(overlaying: FlowOverlay(test.recorder.events)).split(separator: "\"")
        .first { $0.hasPrefix("Wait<br/>") }.map { String($0.dropFirst(9).replacing("#46;", with: ".")) }
    }
    test.start(try Flow(chain, Any.self, String.self))
    #expect(remark() == "1 visit")
    test.advance(by: .seconds(60))
    #expect(remark() == "1 visit, 58.3 s")
    test.start(try Flow(chain, Any.self, String.self))
    test.advance(by: .milliseconds(500))
    #expect(remark() == "2 visits, 58.3 s")
  }

  @Test("Mermaid text follows a small grammar, whatever the names are", arguments: [chain, hostile])
  func mermaidGrammar(chain: FlowChain) throws {
    // Quotes contain only letters, digits, plain punctuation, and character codes.
    let text = #""(?:[\p{L}\p{M}0-9 \-_.,:()?!]|#[0-9]+;|<br/>)*""#
    let node = #"(?:start|finish)\(\[\#(text)\]\)|s[0-9]+\[\#(text)\]"#
    let edge = #"(?:start|s[0-9]+) (?:-->|-- \#(text) -->) (?:finish|s[0-9]+)"#
    let line = try Regex("  (?:\(node)|\(edge))")
    let lines = chain.mermaid().split(separator: "\n")
    #expect(lines.first == "flowchart TD")
    for found in lines.dropFirst() { #expect(found.wholeMatch(of: line) != nil, "\(found)") }
  }

  @Test("DOT text closes its strings, whatever the names are", arguments: [chain, hostile])
  func graphvizStrings(chain: FlowChain) throws {
    let string = #""(?:[^"\\\p{Cc}\u2028]|\\["\\n])*""#
    let line = try Regex("(?:[^\"]|\(string))*")
    for found in chain.graphviz().split(separator: "\n") { #expect(found.wholeMatch(of: line) != nil, "\(found)") }
  }

  @Test("Graphviz accepts the DOT text", .enabled(if: graphvizPath != nil), arguments: [chain, hostile])
  func dot(chain: FlowChain) throws {
    let process = Process()
    process.executableURL = URL(filePath: try #require(graphvizPath))
    process.arguments = ["-Tsvg", "-o", "/dev/null"]
    let input = Pipe()
    process.standardInput = input
    try process.run(orSay: "Graphviz did not end")
    input.fileHandleForWriting.write(Data(chain.graphviz().utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("An operator around a step does not count as a visit of the step")
  func overlaidOperators() throws {
    let step = FlowStepDeclaration(Any.self, String.self, identifier: "load") { _ in
      FlowStep(Any.self, String.self, identifier: "load") { _ in nil }
    }
    let chain = FlowChain("F") { step.retry(attempts: 3).timeout(.seconds(9)) }
    let test = FlowTest(["load": [.failure(TestError()), .noResult]])
    test.start(try Flow(chain, Any.self, String.self))
    #expect(
      chain.mermaid(overlaying: FlowOverlay(test.recorder.events)).contains("load<br/>2 visits, 0 ms<br/>1 failed"))
  }

  @Test("Pictures draw routes after failures with dashed lines")
  func dashed() {
    let chain = FlowChain("F") { Steps.free("pay").catching(.failure, to: .end, as: "sorry") }
    #expect(chain.mermaid().hasSuffix("  s1 --> finish\n  s1 -. \"sorry\" .-> finish\n"))
    #expect(chain.graphviz().hasSuffix("  s1 -> finish;\n  s1 -> finish [label=\"sorry\", style=dashed];\n}\n"))
  }

  @Test("A chain of ten thousand steps can be drawn")
  func long() {
    let count = 10_000
    let chain = FlowChain(
      identifier: "F",
      (0..<count).map { Steps.free("s\($0)").leading(["again": .step("s\($0)"), "on": .next, "quit": .end]) })
    #expect(chain.mermaid().split(separator: "\n").count == 4 * count + 4)
    #expect(chain.graphviz().split(separator: "\n").count == 4 * count + 6)
  }
}
