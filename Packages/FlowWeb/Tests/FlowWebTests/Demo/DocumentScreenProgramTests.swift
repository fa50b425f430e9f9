import FlowDurable
import FlowJSON
import Foundation
import Synchronization
import Testing
import WebTestSupport

/// `flow-web` with the documents whose steps show screens, or ask for passwords.
@Suite("The program that serves a document with screens and passwords")
struct DocumentScreenProgramTests {
  private static let account = """
    { "flow": "account", "version": 1,
      "steps": [
        { "id": "login", "form": { "title": "Who are you?", "fields": [{ "name": "name", "label": "Name" },
            { "name": "word", "type": "password", "label": "Password" }] } },
        { "id": "wait", "awaits": "message", "within": "30d",
          "routes": [{ "to": "right", "when": "@{eq(login.word, 'open sesame')}" }, { "to": "wrong", "when": "late" }] },
        { "id": "wrong", "page": { "title": "Wrong" }, "end": true },
        { "id": "right", "page": { "title": "Right" } } ] }
    """

  private let program = Program("flow-web")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, _ name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    return folder.path(name)
  }

  @Test("A screen of a document is a page, and the run continues by its result after a restart")
  func screens() async throws {
    let path = try write(
      """
      { "flow": "menu", "version": 1, "steps": [
        { "id": "eat", "hub": { "title": "Menu", "body": [
            { "id": "soup", "text": { "title": "Soup" }, "target": { "actions": ["flow:choose"] } }] } },
        { "id": "cook", "stepkit": [{ "title": "Knead", "description": "Until it is soft" }],
          "routes": [{ "to": "end", "when": "@{eq(eat.item, 'bread')}" }, { "to": "bye" }] },
        { "id": "bye", "page": { "title": "Enjoy it" } } ] }
      """, "menu.json")
    let cookies = Kept()
    try await program.serve([path, "--port=0"], until: "Pages: ") { address, _ in
      let visitor = Visitor(port: UInt16(try #require(address.port)))
      let page = try await visitor.start(at: "/menu")
      #expect(page.kind == "screen" && page.title == "Menu")
      #expect(try await visitor.press("s-soup", on: page).body.contains("Until it is soft"))
      cookies.set(visitor.cookies)
    }
    try await program.serve([path, "--port=0"], until: "Pages: ") { address, _ in
      let visitor = Visitor(port: UInt16(try #require(address.port)))
      visitor.cookies = cookies.all
      let page = try await visitor.get("/menu/\(visitor.journey ?? "")/cook")
      #expect(try await visitor.press(page.onlyButton, on: page).title == "Enjoy it")
    }
  }

  @Test("A password is sealed in the journal, and on no page, in no address, and in nothing that is printed")
  func passwords() async throws {
    let path = try write(Self.account, "account.json")
    let arguments = [path, "--port=0", "--key", folder.path("account.key")]
    let cookies = Kept()
    try await program.serve(arguments, until: "Pages: ", and: "Flow console: ") { address, printed in
      let visitor = Visitor(port: UInt16(try #require(address.port)))
      let login = try await visitor.start(at: "/account")
      #expect(login.body.contains("type=\"password\""))
      let wrong = try await visitor.answer(login, [("name", ""), ("word", "open sesame")])
      #expect(wrong.status == 422 && !wrong.body.contains("sesame"))
      let sent = try await visitor.answer(login, [("name", "Ada"), ("word", "open sesame")])
      #expect(sent.status == 303 && !sent.location.contains("sesame"))
      let again = try await visitor.get("/account/\(visitor.journey ?? "")/login")
      #expect(again.body.contains("Ada") && !again.body.contains("sesame"))
      let late = try await visitor.answer(login, [("name", "Bob"), ("word", "open barley")])
      #expect(late.status == 409 && !late.body.contains("barley"))
      let console = try #require(printed.firstMatch(of: #/Flow console: http:\/\/127\.0\.0\.1:(\d+)(\S+)/#))
      let person = Visitor(port: try #require(UInt16(console.1)))
      var shown = try await person.follow(try await person.get(String(console.2)))
      #expect(shown.status == 200)
      for path in shown.body.matches(of: #/href="(\/[^"]*)"/#).map({ String($0.1) }) {
        shown = try await person.follow(try await person.get(path))
        #expect(!shown.body.contains("sesame"), "\(path)")
      }
      #expect(!printed.contains("sesame"))
      cookies.set(visitor.cookies)
    }
    let journal = try Data(contentsOf: URL(filePath: folder.path("account.journal")))
    #expect(journal.range(of: Data("sesame".utf8)) == nil && journal.range(of: Data("Ada".utf8)) == nil)
    let key = try FileManager.default.attributesOfItem(atPath: folder.path("account.key"))
    #expect(key[.posixPermissions] as? Int == 0o600)
    // Another process opens the password with the key, and routes read it.
    try await program.serve(arguments, until: "Pages: ") { address, _ in
      let visitor = Visitor(port: UInt16(try #require(address.port)))
      visitor.cookies = cookies.all
      let journal = try JournalReader(at: folder.path("account.journal"))
      let run = try #require(try await journal.runs(RunQuery(), after: nil, limit: 9).first)
      _ = try await journal.send(FlowMessage(.message(name: "message", body: ["text": "Go"])), to: run.number)
      try await patiently("The page 'right' was not reached") {
        let page = try await visitor.follow(try await visitor.get("/account/\(visitor.journey ?? "")"))
        guard page.kind == "check" else { return false }
        #expect(page.title == "Right" && page.body.contains("Ada") && !page.body.contains("sesame"))
        return true
      }
    }
  }

  @Test("A document with a password is served with a key alone, and a key that can't be used is reported")
  func keys() async throws {
    let path = try write(Self.account, "account.json")
    let none = try await program.run([path])
    #expect(none.status == 65)
    #expect(
      none.errors
        == "flow-web: The document asks for a password, which a store must not have in the open. Name a file for the key that seals its runs: --key FILE.\n"
    )
    #expect(try await program.run(["--check", path]).output.hasPrefix("The document is fine"))
    let key = try write("00ff\n", "short.key")
    let open = try await program.run([path, "--key", key])
    #expect(
      open.status == 69
        && open.errors == "flow-web: The key '\(key)' can't be used: Others can read it. 'chmod 600' takes that away.\n"
    )
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    let short = try await program.run([path, "--key", key])
    #expect(short.errors == "flow-web: The key '\(key)' can't be used: Expected 64 hexadecimal digits.\n")
    #expect(try await program.run([path, "--key", folder.path("no/key")]).status == 69)
  }
}

/// Cookies between two processes.
private final class Kept: Sendable {
  private let cookies = Mutex<[String: String]>([:])

  var all: [String: String] { cookies.withLock { $0 } }

  func set(_ all: [String: String]) { cookies.withLock { $0 = all } }
}
