import Foundation

/// The code of a document of a nested package, as a source file of that package's tests.
///
/// The tests of this package can't compile it, because it needs what only the nested package depends on. So the file stands among the
/// tests of the nested package, which compile it with what it takes for granted.
struct PackageCode: Sendable {
  /// The document.
  let page: Page
  /// The file, from the root of this package.
  let file: String
  /// What stands in the file.
  let text: String

  /// Modules whose members the code uses, besides those that it imports.
  private static let members = ["FlowConsole": ["UnixSignals"], "FlowIntegrations": ["UnixSignals"]]

  init(_ page: Page) {
    let package = page.file.split(separator: "/").map(String.init)[1]
    self.page = page
    file = "Packages/\(package)/Tests/\(package)Tests/Documents/\(page.name).swift"
    // The tests of packages take warnings as errors, and examples have values that they don't use.
    let source = SnippetSource(
      page, number: 0, isDeclared: true, importing: Self.members[package] ?? [], usingValuesWith: "use")
    text = """
      // swift-format-ignore-file
      // The code of \(page.file.split(separator: "/").last ?? ""), which 'FLOW_WRITE_DOCUMENTS=1 swift test --filter PackageCodeTests' \
      in the root of the repository has written.
      \(source.text)
      private func use<each Value>(_ values: repeat each Value) async throws {}

      """
  }

  /// The code of all documents of nested packages that have code.
  static func all() throws -> [PackageCode] {
    try documents().map { try Page($0, Documentation.text($0)) }.filter { !$0.blocks.isEmpty }.map(PackageCode.init)
  }

  /// The documents of the nested packages.
  static func documents() -> [String] {
    packages.flatMap { package in
      contents(of: package).filter { $0.hasSuffix(".md") }.map { "\(package)/\($0)" }
    }
  }

  /// The folders of code that these tests have written.
  static var folders: [String] {
    packages.map { "\($0)/Tests/\($0.split(separator: "/").last ?? "")Tests/Documents" }
  }

  private static var packages: [String] { contents(of: "Packages").map { "Packages/\($0)" } }

  /// The names in a folder, in a fixed order.
  private static func contents(of folder: String) -> [String] {
    let path = Documentation.root.appending(path: folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
