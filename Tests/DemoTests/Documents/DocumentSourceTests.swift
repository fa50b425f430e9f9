import DemoTestSupport
import FlowCommandLine
import Foundation
import Testing

@testable import Demo

@Suite struct DocumentSourceTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("An argument names a file, '-' standard input, and no argument the demo's own document")
  func arguments() {
    #expect(DocumentSource(argument: nil, resource: "a.json") == .resource("a.json"))
    #expect(DocumentSource(argument: "-", resource: "a.json") == .standardInput)
    #expect(DocumentSource(argument: "b", resource: "a.json") == .file("b"))
    #expect(DocumentSource(argument: "-", resource: "a.json").name == "standard input")
  }

  @Test("The images of a document are beside it, or in the current folder")
  func images() throws {
    #expect(DocumentSource.file("/menus/soup.json").imageFolder == "/menus")
    #expect(DocumentSource.file("soup.json").imageFolder == FileManager.default.currentDirectoryPath)
    #expect(DocumentSource.standardInput.imageFolder == ".")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: DocumentSource.resource("a").imageFolder).contains(
        "food.json"))
  }

  @Test("A file is read unchanged")
  func file() throws {
    try folder.write(Data("[1]".utf8), to: "f")
    #expect(try DocumentSource.file(folder.file("f")).read() == Data("[1]".utf8))
  }

  @Test("An unreadable document is an error with its name, the reason and exit code 69")
  func unreadable() throws {
    let missing = folder.file("missing")
    let error = #expect(throws: DocumentError.self) { try DocumentSource.file(missing).read() }
    #expect(error?.description == "The document '\(missing)' cannot be read: no such file or directory.")
    #expect(error?.exitCode == .unavailable)
    let place = #expect(throws: DocumentError.self) { try DocumentSource.file(folder.path).read() }
    #expect(place?.description.hasSuffix("cannot be read: is a directory.") == true)
  }

  @Test("A device without an end is refused")
  func endless() {
    let error = #expect(throws: DocumentError.self) { try DocumentSource.file("/dev/zero").read() }
    #expect(error?.description == "The document '/dev/zero' cannot be read: file too large.")
  }
}
