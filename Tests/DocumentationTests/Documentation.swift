import Foundation

/// Everything in the package that shows code.
enum Documentation {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The modules whose documentation comments are compiled as well.
  static let commented = [
    "FlowState", "FlowChains", "FlowStateTesting", "FlowJSON", "FlowDurable", "FlowScreens", "StepKit", "Nimbus", "Hub",
    "FlowControl", "FlowTerminal", "FlowPictures", "FlowExperiments", "FlowDurableTesting",
    "FlowNavigation", "FlowForms", "FlowDocuments",
  ]

  /// Whether a module is one of this package.
  static func isLibrary(_ module: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: "Sources/\(module)").path)
  }

  /// The folder with the declarations that the examples need, such as a server or a person who answers.
  static let surroundings = "Tests/DocumentationTests/Surroundings"

  /// Returns the text of a file of the package.
  static func text(_ file: String) throws -> String {
    try String(contentsOf: root.appending(path: file), encoding: .utf8)
  }

  /// The files in a folder and the folders in it, in a fixed order.
  static func files(in folder: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (paths?.compactMap { $0 as? String } ?? []).sorted().map { "\(folder)/\($0)" }
  }

  /// The modules of this package that a module imports; the code in its comments may use them.
  static func imports(of module: String) throws -> [String] {
    let sources = files(in: "Sources/\(module)").filter { $0.hasSuffix(".swift") }
    return try Set(sources.flatMap { try Page.imports(in: text($0)) }).sorted()
  }

  /// The README, every article, and the source files with code in their comments.
  static func pages() throws -> [Page] {
    let sources = files(in: "Sources")
    let articles = sources.filter { $0.contains(".docc/") && $0.hasSuffix(".md") } + files(in: "Demo/Documentation")
    let comments = sources.filter { file in
      file.hasSuffix(".swift") && commented.contains { file.hasPrefix("Sources/\($0)/") }
    }
    // A reader copies one block of the README, with the imports that it shows.
    let readme = try Page("README.md", text("README.md")).parts
    return try readme + (articles + comments).map { try Page($0, text($0)) }.filter { !$0.blocks.isEmpty }
  }
}
