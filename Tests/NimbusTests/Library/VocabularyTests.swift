import Foundation
import Testing

@testable import Nimbus

@Suite("The article about the vocabulary")
struct VocabularyTests {
  @Test("The article names each component, operation and action of the core library, and no other")
  func complete() throws {
    let core = NimbusSwiftUILibrary.makeCore(WorkBudget(StandardErrorLogger()))
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let article = try String(
      contentsOf: root.appending(path: "Sources/Nimbus/Nimbus.docc/Vocabulary.md").standardized, encoding: .utf8)
    #expect(names(in: article, of: "Operations") == Set(core.operations.keys))
    #expect(names(in: article, of: "Actions") == Set(core.actions.keys))
    #expect(names(in: article, of: "Structural components") == Set(core.components.keys).union(["if", "forEach"]))
  }

  /// The names in the first column of a section's table.
  private func names(in article: String, of section: String) -> Set<String> {
    guard let start = article.range(of: "### \(section)\n")?.upperBound else { return [] }
    let lines = article[start...].split(separator: "\n").prefix { !$0.hasPrefix("### ") }
    let cells = lines.filter { $0.hasPrefix("| `") }.compactMap { $0.split(separator: "|").first }
    return Set(
      cells.flatMap { $0.split(separator: "`").filter { $0.first?.isLetter == true } }
        .map { String($0.prefix { $0 != "(" }) })
  }
}
