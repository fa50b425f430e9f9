import Foundation
import Testing

/// Every public type has an example and is listed, and every link leads to a file.
struct ExampleTests {
  @Test("Every public type has an example in its comment", arguments: Documentation.commented)
  func examples(_ module: String) throws {
    let sources = Documentation.files(in: "Sources/\(module)").filter { $0.hasSuffix(".swift") }
    var typeCount = 0
    for source in sources {
      let lines = try Documentation.text(source).split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where Self.declaresPublicType(line) {
        typeCount += 1
        let comment = lines[..<index].reversed().prefix { $0.hasPrefix("///") || $0.hasPrefix("@") }
        #expect(comment.contains { $0.hasPrefix("/// ```") }, "\(source):\(index + 1): \(line)")
      }
    }
    #expect(typeCount > 0)
  }

  @Test("Every public type is listed in the catalog of its module", arguments: Documentation.commented)
  func catalog(_ module: String) throws {
    let catalog = try Documentation.text("Sources/\(module)/\(module).docc/\(module).md")
    for source in Documentation.files(in: "Sources/\(module)") where source.hasSuffix(".swift") {
      for line in try Documentation.text(source).split(separator: "\n") where Self.declaresPublicType(line) {
        let keywords: Set = ["public", "open", "final", "indirect", "class", "struct", "enum", "protocol", "actor"]
        let name = line.split { !$0.isLetter && !$0.isNumber }.first { !keywords.contains(String($0)) } ?? ""
        #expect(catalog.contains("\n- ``\(name)``\n") || catalog.hasSuffix("\n- ``\(name)``"), "\(source): \(name)")
      }
    }
  }

  private static func declaresPublicType(_ line: Substring) -> Bool {
    let words = line.split(separator: " ").filter { $0 != "final" && $0 != "indirect" }
    return !line.hasPrefix(" ") && words.count > 2 && ["public", "open"].contains(words[0])
      && ["class", "struct", "enum", "protocol", "actor"].contains(words[1])
  }
}
