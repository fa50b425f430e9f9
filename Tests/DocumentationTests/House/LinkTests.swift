import Foundation
import Testing

/// The links of the pages lead somewhere on a code host. `.ci/documentation` checks them for the site.
struct LinkTests {
  private static func pages() -> [String] {
    let top = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Benchmarks/README.md"]
    let folders = ["Sources", "Demo"].flatMap(Documentation.files)
    return (top + folders + PackageCode.documents()).filter { $0.hasSuffix(".md") }
  }

  /// The headings of a page as fragments of addresses.
  private func fragments(of page: String) throws -> Set<String> {
    let headings = try Documentation.text(page).split(separator: "\n").filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        let words = heading.drop { $0 == "#" || $0 == " " }.lowercased()
        return String(words.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.map { $0 == " " ? "-" : $0 })
      })
  }

  @Test("A link leads to a file that exists, and to a heading in it")
  func links() throws {
    var count = 0
    for page in Self.pages() where FileManager.default.fileExists(atPath: Documentation.root.appending(path: page).path)
    {
      let text = try Documentation.text(page)
      let folder = URL(filePath: "/" + page).deletingLastPathComponent()
      for match in text.matches(of: /\]\((?<path>[^()\s]*)\)/) where !match.path.contains(":") {
        let parts = match.path.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = parts[0].isEmpty ? page : String(folder.appending(path: parts[0]).standardized.path.dropFirst())
        let exists = FileManager.default.fileExists(atPath: Documentation.root.appending(path: file).path)
        #expect(exists, "\(page) links \(match.path).")
        count += 1
        guard exists, parts.count == 2 else { continue }
        let headings = try fragments(of: file)
        #expect(headings.contains(String(parts[1])), "\(page) links \(match.path).")
      }
    }
    #expect(count > 100)
  }

  @Test("No page has a link that only DocC can follow")
  func doccLinks() throws {
    for page in Self.pages() where FileManager.default.fileExists(atPath: Documentation.root.appending(path: page).path)
    {
      #expect(try !Documentation.text(page).contains("<doc:"), "\(page)")
      #expect(try !Documentation.text(page).contains("](doc:"), "\(page)")
    }
  }
}
