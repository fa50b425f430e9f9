import Foundation
import Testing

/// Misuse traps with a sentence, also in release builds, which don't print the message of a `precondition`.
struct TrapTests {
  @Test("No source file uses a precondition, which traps without a message in a release build")
  func silentTraps() throws {
    let packages = try FileManager.default.contentsOfDirectory(
      atPath: Documentation.root.appending(path: "Packages").path)
    var found: [String] = []
    for folder in ["Sources", "Demo"] + packages.map({ "Packages/\($0)/Sources" }) {
      for file in Documentation.files(in: folder) where file.hasSuffix(".swift") {
        let text = try Documentation.text(file)
        guard text.contains("precondition") else { continue }
        let isSilent = text.split(separator: "\n").contains { line in
          (line.contains("precondition(") || line.contains("preconditionFailure(")) && !line.contains("///")
        }
        if isSilent { found.append(file) }
      }
    }
    #expect(found == [])
  }
}
