import Foundation
import Testing

/// The article shows code that is compiled and run.
struct ArticleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test("its code blocks are the marked parts of the tests, in their order")
  func blocks() throws {
    let folder = "Tests/FlowStateTestingTests/Article"
    let source = try Self.text("\(folder)/ProfileFlow.swift") + Self.text("\(folder)/ProfileTests.swift")
    let marked = source.components(separatedBy: "// ARTICLE ▸ ").dropFirst().map { part in
      let lines = part.components(separatedBy: "// ◂ ARTICLE")[0].split(
        separator: "\n", omittingEmptySubsequences: false
      )
      .dropFirst().map(String.init)
      return Self.unindented(lines)
    }
    let article = try Self.text("Sources/FlowStateTesting/FlowStateTesting.docc/TestingAFlow.md")
    let shown = article.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
    #expect(marked.count == 4)
    #expect(shown == marked)
  }

  /// The lines without what all of them are indented by, and without the empty ones at the end.
  private static func unindented(_ lines: [String]) -> String {
    let filled = lines.filter { !$0.allSatisfy(\.isWhitespace) }
    let indentation = filled.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let last = lines.lastIndex { !$0.allSatisfy(\.isWhitespace) } ?? 0
    return lines[...last].map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
  }
}
