import FlowDurable
import Foundation
import Testing
import WebTestSupport

/// The output of the program `flow-web`, with and without a reader.
@Suite("The output of the program that serves a document")
struct DocumentOutputTests {
  private let program = Program("flow-web")
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("greeting.json")
    let text = """
      { "flow": "greeting", "version": 1, "steps": [
          { "id": "greet", "use": "say", "with": { "text": "Hello" } }, { "id": "bye", "page": { "title": "Bye" } } ] }
      """
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  @Test("A step whose text can't be printed is done, and the server continues")
  func closed() async throws {
    try await program.serve(
      [path, "--port=0"], until: "Pages: ", and: "Flow console: ", closingOutput: true
    ) { address, _ in
      let visitor = Visitor(port: UInt16(try #require(address.port)))
      var page = try await visitor.start(at: "/greeting")
      try await patiently("The page did not come") {
        page = try await visitor.follow(try await visitor.get("/greeting/\(visitor.journey ?? "")"))
        return page.title == "Bye"
      }
      #expect(try await visitor.fill(page, []).kind == "ended")
    }
  }

  @Test("Control characters of a journal are shown as codes")
  func printable() async throws {
    let journal = folder.path("other.journal")
    let store = try FileStore(at: journal)
    _ = try await store.add(NewRun(flow: "greeting", key: nil, content: nil))
    let claimed = try await store.claim(ClaimRequest(["greeting"], limit: 1, lease: .seconds(30)))
    var settled = FlowRecord.Settled(step: "greet", visit: 1)
    settled.destination = "wave\u{1B}[2J\nThe run fits."
    _ = try await store.append(
      [FlowRecord(.settled(settled))], to: try #require(claimed.first), then: .release(after: .zero))
    try await store.close()
    let line = #"greeting: run 1 stands at 'wave\u{1B}[2J\u{A}The run fits.'"#
    let checked = try await program.run(["--check", path, "--against", journal])
    #expect(checked.status == 65 && checked.output.hasPrefix(line), "\(checked)")
    try await program.serve([path, "--port=0", "--journal", journal], until: "Pages: ") { _, printed in
      #expect(printed.contains("\n\(line)") && !printed.contains("\u{1B}"), "\(printed)")
    }
  }
}
