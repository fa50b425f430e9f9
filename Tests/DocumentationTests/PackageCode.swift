import Foundation

/// The code of a document of a nested package, or of the comments in its sources, as a source file of that package's tests.
///
/// The tests of this package can't compile it, because it needs dependencies of the nested package. So the file is among the
/// tests of the nested package, which compile it with the declarations that it needs.
struct PackageCode: Sendable {
  /// The document, or the page of the comments in all sources.
  let page: Page
  /// The file, from the root of this package.
  let file: String
  /// The text of the file.
  let text: String

  /// Modules that the code uses, besides those that it imports. Comments can't import any.
  private static let modules = [
    "FlowWeb": ["UnixSignals"], "FlowIntegrations": ["UnixSignals"],
    "FlowWeb/Comments": [
      "FlowConsole", "FlowDocuments", "FlowDurable", "FlowForms", "FlowJSON", "FlowMarkup", "FlowScreens", "FlowWeb",
      "FlowWebTesting", "Hummingbird", "Logging", "ServiceLifecycle", "StepKit", "UnixSignals",
    ],
    "FlowIntegrations/Comments": [
      "FlowDurable", "FlowLogging", "FlowMetrics", "FlowServices", "FlowTracing", "Logging", "ServiceLifecycle",
      "UnixSignals",
    ],
    "FlowPostgres/Comments": ["FlowChains", "FlowDurable", "FlowPostgres"],
  ]

  /// Modules that the code imports, and that the tests of its package don't depend on. Their types are in `Surroundings.swift`.
  private static let standIns = ["FlowWeb": ["FlowServices"]]

  init(_ page: Page) {
    let package = page.file.split(separator: "/").map(String.init)[1]
    self.page = page
    file = "Packages/\(package)/Tests/\(package)Tests/Documents/\(page.name).swift"
    // The tests of packages take warnings as errors, and examples have values that they don't use.
    let isOfComments = page.file.hasSuffix("/Comments")
    let modules = Self.modules[isOfComments ? "\(package)/Comments" : package] ?? []
    let source = SnippetSource(page, number: 0, isDeclared: true, importing: modules, usingValuesWith: "use")
    let code = Self.standIns[package, default: []].reduce(source.text) { text, module in
      text.replacing("import \(module)\n", with: "")
    }
    let origin = isOfComments ? "the comments in Sources" : page.file.split(separator: "/").last ?? ""
    text = """
      // swift-format-ignore-file
      // The code of \(origin), which 'FLOW_WRITE_DOCUMENTS=1 swift test --filter PackageCodeTests' \
      in the root of the repository has written.
      \(code)
      private func use<each Value>(_ values: repeat each Value) async throws {}

      """
  }

  /// The code of all documents of nested packages, and of the comments in their sources, where they have code.
  static func all() throws -> [PackageCode] {
    let comments = try packages.map { package in
      let sources = Documentation.files(in: "\(package)/Sources").filter { $0.hasSuffix(".swift") }
      return Page("\(package)/Comments", of: try sources.map { try Page($0, Documentation.text($0)) })
    }
    let documents = try documents().map { try Page($0, Documentation.text($0)) }
    return (documents + comments).filter { !$0.blocks.isEmpty }.map(PackageCode.init)
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
