import Foundation
import Testing

/// The documents of the nested packages, and the comments in their sources. The tests of those packages compile their code, from files
/// that these tests write.
struct PackageCodeTests {
  private static let isWriting = ProcessInfo.processInfo.environment["FLOW_WRITE_DOCUMENTS"] != nil

  @Test("The code of each document and of the comments is in a file that the tests of its package compile")
  func current() throws {
    let all = try PackageCode.all()
    for code in all {
      if Self.isWriting { try write(code) }
      #expect(
        (try? Documentation.text(code.file)) == code.text,
        "\(code.file) isn't what \(code.page.file) says: FLOW_WRITE_DOCUMENTS=1 swift test --filter PackageCodeTests")
    }
    #expect(all.map(\.page.file).contains("Packages/FlowPostgres/README.md"))
    #expect(all.map(\.page.file).contains("Packages/FlowPostgres/Comments"))
    let written = Set(all.map(\.file))
    let found = PackageCode.folders.flatMap { Documentation.files(in: $0) }.filter { $0.hasSuffix("Page.swift") }
    #expect(Set(found) == written, "A file is left of a document that has no code any more.")
  }

  @Test("The code of the packages' documents claims no output or error that isn't checked")
  func marks() throws {
    for block in try PackageCode.all().flatMap(\.page.blocks) {
      #expect(block.output == nil, "\(block.testDescription) states an output, and isn't run.")
      switch block.mark {
      case .run, .compile, .shared, .continued, .members: break
      default: Issue.record("\(block.testDescription) is only compiled.")
      }
    }
  }

  @Test("The links of each document lead to files")
  func links() throws {
    let documents = PackageCode.documents()
    for document in documents {
      let folder = Documentation.root.appending(path: document).deletingLastPathComponent()
      for part in try Documentation.text(document).components(separatedBy: "](").dropFirst() {
        let target = part.prefix { $0 != ")" && $0 != "#" }
        guard !target.contains("://") else { continue }
        #expect(
          FileManager.default.fileExists(atPath: folder.appending(path: String(target)).path), "\(document): \(target)")
      }
    }
    #expect(documents.contains("Packages/FlowPostgres/Operating.md"))
  }

  @Test("The README of each package links to the sources of each of its libraries")
  func sources() throws {
    for document in PackageCode.documents() where document.hasSuffix("/README.md") {
      let text = try Documentation.text(document)
      let manifest = try Documentation.text(document.replacing("README.md", with: "Package.swift"))
      for library in manifest.matches(of: /\.library\(name: "(\w+)"/).map({ String($0.1) }) {
        #expect(text.contains("](Sources/\(library))"), "\(document) has no link to the sources of \(library).")
      }
    }
  }

  private func write(_ code: PackageCode) throws {
    let file = Documentation.root.appending(path: code.file)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try code.text.write(to: file, atomically: true, encoding: .utf8)
  }
}
