import FlowCommandLine
import Foundation
import Testing

@testable import Demo

@Suite struct DocumentSourceTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("an argument names a file, '-' standard input, and none the demo's own document")
  func arguments() {
    #expect(DocumentSource(argument: nil, resource: "a.json") == .resource("a.json"))
    #expect(DocumentSource(argument: "-", resource: "a.json") == .standardInput)
    #expect(DocumentSource(argument: "b", resource: "a.json") == .file("b"))
    #expect(DocumentSource(argument: "-", resource: "a.json").name == "standard input")
  }

  @Test("a file is read as it is")
  func file() throws {
    try folder.write(Data("[1]".utf8), to: "f")
    #expect(try DocumentSource.file(folder.file("f")).read() == Data("[1]".utf8))
  }

  @Test("what cannot be read is told by name and reason, and ends with 69")
  func unreadable() throws {
    let missing = folder.file("missing")
    let error = #expect(throws: DocumentError.self) { try DocumentSource.file(missing).read() }
    #expect(error?.description == "The document '\(missing)' cannot be read: no such file or directory.")
    #expect(error?.exitCode == .unavailable)
    let place = #expect(throws: DocumentError.self) { try DocumentSource.file(folder.path).read() }
    #expect(place?.description.hasSuffix("cannot be read: is a directory.") == true)
  }

  @Test("a device without end is refused")
  func endless() {
    let error = #expect(throws: DocumentError.self) { try DocumentSource.file("/dev/zero").read() }
    #expect(error?.description == "The document '/dev/zero' cannot be read: file too large.")
  }
}
