import Foundation
import Testing

/// The folders are as CONTRIBUTING.md describes them, and each is small enough to be read.
struct FolderTests {
  /// The most Swift files of a folder.
  private static let most = 25
  /// The number of Swift files in each folder that has some.
  private static let sizes: [String: Int] = {
    let roots = ["Sources", "Demo", "Tests"]
    let files = roots.flatMap(Documentation.files).filter { $0.hasSuffix(".swift") }
    return Dictionary(grouping: files) { String($0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex)) }
      .mapValues(\.count)
  }()

  @Test("No folder has more than 25 Swift files")
  func large() {
    #expect(Self.sizes.filter { $0.value > Self.most } == [:])
  }

  @Test("No folder of the sources has a single Swift file")
  func small() {
    #expect(Self.sizes.filter { $0.key.hasPrefix("Sources/") && $0.value == 1 } == [:])
  }

  @Test("CONTRIBUTING.md names each folder of the sources and the demo, and each that it names is there")
  func named() throws {
    let text = try Documentation.text("CONTRIBUTING.md")
    let start = try #require(text.range(of: "## Source layout")?.upperBound)
    let end = try #require(text.range(of: "Imports run in one direction")?.lowerBound)
    let named = Self.folders(in: text[start..<end].split(separator: "\n").map(String.init))
    #expect(named.filter { !isFolder($0) } == [])
    let folders = Self.sizes.keys.filter { $0.hasPrefix("Sources/") || $0.hasPrefix("Demo") }
    #expect(Set(folders).subtracting(named).sorted() == [])
    // Modules for tests alone; those of the tests themselves mirror the sources.
    let modules = Set(Self.sizes.keys.filter { $0.hasPrefix("Tests/") }.map { $0.split(separator: "/")[1] })
    let support = modules.filter { !$0.hasSuffix("Tests") }.map { "Tests/\($0)" }
    #expect(Set(support).subtracting(named).sorted() == [])
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(
      atPath: Documentation.root.appending(path: path).path, isDirectory: &isFolder)
    return exists && isFolder.boolValue
  }

  /// Returns the paths in an indented list whose lines begin with a name, or with several, between commas.
  private static func folders(in lines: [String]) -> [String] {
    var parents: [(indentation: Int, path: String)] = []
    var folders: [String] = []
    for line in lines {
      let words = line.drop { $0 == " " }
      let indentation = line.count - words.count
      guard indentation >= 4, let match = words.prefixMatch(of: /[A-Za-z\/]+(, [A-Z][A-Za-z]*)*/) else { continue }
      parents.removeAll { $0.indentation >= indentation }
      let parent = parents.last.map { $0.path + "/" } ?? ""
      let paths = match.0.split(separator: ", ").map { parent + $0 }
      folders += paths
      parents.append((indentation, paths.last ?? ""))
    }
    return folders
  }
}
