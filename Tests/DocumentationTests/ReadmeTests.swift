import Foundation
import Testing

/// The README shows code that is compiled, and output that was printed.
struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// The code blocks of a language, in their order.
  private func blocks(_ language: String, of markdown: String) -> [String] {
    markdown.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
  }

  @Test("the first code block is the example that the tests compile")
  func firstBlock() throws {
    let source = try text("Tests/DocumentationTests/GreetingExample.swift")
    let marked = source.components(separatedBy: "// README ▸\n")[1].components(separatedBy: "\n  // ◂ README")[0]
    let example = marked.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : String($0) }.joined(separator: "\n")
    let readme = try text("README.md")
    #expect(try #require(blocks("swift", of: readme).first) == example)
  }

  @Test("the output under it is what the example prints")
  func output() throws {
    let readme = try text("README.md")
    #expect(try blocks("text", of: readme).first == GreetingExample.run().joined(separator: "\n"))
  }

  @Test("the two commands stand in the first screen")
  func commands() throws {
    let firstScreen = try text("README.md").split(separator: "\n", omittingEmptySubsequences: false).prefix(50)
    #expect(firstScreen.contains("    swift run Demo"))
    #expect(firstScreen.contains("    swift test"))
  }
}
