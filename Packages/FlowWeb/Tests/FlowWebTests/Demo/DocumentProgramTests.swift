import FlowDurable
import FlowJSON
import Foundation
import Synchronization
import Testing
import WebTestSupport

/// The program `flow-web` as a process.
@Suite("The program that serves a document")
struct DocumentProgramTests {
  /// A form, a step of the program, a wait for a message, and a page.
  private static let trip = """
    { "flow": "a trip", "version": 1, "languages": ["en", "de"],
      "steps": [
        { "id": "person", "form": { "title": "Who are you?", "fields": [{ "name": "name", "label": "Your name" }] } },
        { "id": "greet", "use": "say", "with": { "text": "Hello, @{person.name}" } },
        { "id": "news", "awaits": "message", "within": "30d" },
        { "id": "bye", "page": { "title": { "en": "Have a good trip", "de": "Gute Reise" } } } ] }
    """

  private let program = Program("flow-web")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, _ name: String = "trip.json") throws -> String {
    try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    return folder.path(name)
  }

  @Test("A document becomes pages, with a journal beside it and a console, and SIGTERM ends them")
  func served() async throws {
    let path = try write(Self.trip)
    let arguments = [path, "--port=0", "--language=de"]
    try await program.serve(arguments, until: "Pages: ", and: "Flow console: ") { address, printed in
      #expect(address.path == "/a-trip" && printed.contains("Flow console: http://127.0.0.1:"))
      let visitor = Visitor(port: UInt16(try #require(address.port)))
      #expect(try await visitor.get("/").location == "/a-trip")
      let person = try await visitor.start(at: "/a-trip")
      #expect(person.title == "Who are you?" && person.body.contains("<html lang=\"de\""))
      #expect(try await visitor.fill(person, [("name", "")]).body.contains("id=\"problems\""))
      var page = try await visitor.fill(person, [("name", "Ada")])
      func arrive(at kind: String) async throws {
        try await patiently("The page '\(kind)' was not reached") {
          page = try await visitor.follow(try await visitor.get("/a-trip/\(visitor.journey ?? "")"))
          return page.kind == kind
        }
      }
      try await arrive(at: "waiting")
      let journal = try JournalReader(at: folder.path("trip.journal"))
      let run = try #require(try await journal.runs(RunQuery(), after: nil, limit: 9).first)
      _ = try await journal.send(
        FlowMessage(.message(name: "message", body: ["text": "The sun shines"])), to: run.number)
      try await arrive(at: "check")
      #expect(page.title == "Gute Reise" && page.body.contains("Ada"))
      #expect(try await visitor.fill(page, []).kind == "ended")
      // A second program finds the journal and the ports taken.
      let port = String(try #require(address.port))
      let same = try await program.run([path, "--port=0"])
      #expect(same.status == 69 && same.errors.contains("trip.journal' is in use"))
      let other = try await program.run([path, "--port", port, "--journal", folder.path("other.journal")])
      #expect(other.status == 69 && other.errors.contains("The port is in use."))
    }
  }

  @Test("The languages of a browser choose the language of its run, which stays")
  func languages() async throws {
    let path = try write(
      Self.trip.replacingOccurrences(of: "\"Who are you?\"", with: #"{ "en": "Who?", "de": "Wer?" }"#))
    try await program.serve([path, "--port=0"], until: "Pages: ") { address, _ in
      for (header, title, language) in [("de-AT, en;q=0.5", "Wer?", "de"), ("fr", "Who?", "en"), ("", "Who?", "en")] {
        let visitor = Visitor(port: UInt16(try #require(address.port)))
        let start = try await visitor.get("/a-trip")
        let body = start.allHidden.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let begun = try await visitor.send("POST", "/a-trip", ["Accept-Language": header], body)
        // The later requests say nothing about languages.
        let page = try await visitor.follow(begun)
        #expect(page.title == title && page.body.contains("<html lang=\"\(language)\""), "\(header)")
      }
    }
  }

  @Test("A document that declares no languages isn't in the language of a browser")
  func undeclared() async throws {
    let path = try write(Self.trip.replacingOccurrences(of: #""languages": ["en", "de"],"#, with: ""))
    try await program.serve([path, "--port=0"], until: "Pages: ") { address, _ in
      let visitor = Visitor(port: UInt16(try #require(address.port)))
      let start = try await visitor.get("/a-trip")
      let body = start.allHidden.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
      let begun = try await visitor.send("POST", "/a-trip", ["Accept-Language": "ar"], body)
      let page = try await visitor.follow(begun)
      #expect(page.title == "Who are you?" && page.body.contains("<html lang=\"en\""))
    }
  }

  @Test("Every problem of a document is printed with its place")
  func problems() async throws {
    let path = try write(
      Self.trip.replacingOccurrences(of: "person.name", with: "person.nam")
        .replacingOccurrences(of: "\"message\"", with: "\"letter\""))
    for arguments in [["--check", path], [path]] {
      let result = try await program.run(arguments)
      #expect(result.status == 65)
      let lines = result.errors.split(separator: "\n").map(String.init)
      #expect(
        lines == [
          "flow-web: The document '\(path)' is not as expected.",
          #"Line 4, column 54, $.steps[1].with.text: expected a member of "person": "name", found "nam"."#,
          #"Line 5, column 31, $.steps[2].awaits: expected a message of the program: "message", found the string "letter"."#,
        ])
    }
    let fine = try await program.run(["--check", try write(Self.trip)])
    #expect(fine.status == 0 && fine.output == "The document is fine: 'a trip' of version 1, with 4 steps.\n")
  }

  @Test("Runs of a journal that can't continue under a document are printed with the reason")
  func misfits() async throws {
    let path = try write(Self.trip)
    try await program.serve([path, "--port=0"], until: "Pages: ") { address, _ in
      _ = try await Visitor(port: UInt16(try #require(address.port))).start(at: "/a-trip")
    }
    let journal = folder.path("trip.journal")
    #expect(try await program.run(["--check", path, "--against", journal]).output == "The run fits.\n")
    let other = try write(
      Self.trip.replacingOccurrences(of: "\"person\"", with: "\"human\"")
        .replacingOccurrences(of: "person.name", with: "human.name")
        .replacingOccurrences(of: "\"version\": 1", with: "\"version\": 2"), "other.json")
    let result = try await program.run(["--check", other, "--against", journal])
    #expect(result.status == 65 && result.output.contains("run 1 stands at 'person'"), "\(result)")
    #expect(result.output.contains(#""formerly": ["person"]"#), "\(result)")
    try await program.serve([other, "--port=0", "--journal", journal], until: "Pages: ") { _, printed in
      #expect(printed.contains("Runs that can't continue under the document:\n\(result.output)"), "\(printed)")
    }
    let none = try await program.run(["--check", other, "--against", folder.path("none.journal")])
    #expect(none.status == 69 && none.errors.contains("none.journal"))
  }

  @Test("A start page begins one run at processes with the same secret, and one at each process without it")
  func secret() async throws {
    let path = try write(Self.trip)
    for (secret, runs) in [(["--secret", folder.path("secret")], 1), ([], 2)] {
      let start = Mutex<(visitor: Visitor, page: Visitor.Reply)?>(nil)
      let journeys = Mutex<Set<String?>>([])
      for _ in 1...2 {
        try await program.serve([path, "--port=0"] + secret, until: "Pages: ") { address, _ in
          let port = try #require(address.port)
          if start.withLock({ $0 == nil }) {
            let visitor = Visitor(port: UInt16(port))
            let page = try await visitor.get("/a-trip")
            start.withLock { $0 = (visitor, page) }
          }
          let (first, page) = try #require(start.withLock { $0 })
          let visitor = first.moved(to: port)
          #expect(try await visitor.fill(page, []).title == "Who are you?")
          journeys.withLock { _ = $0.insert(visitor.journey) }
        }
      }
      #expect(journeys.withLock { $0.count } == runs)
    }
  }

  @Test("Files are kept in the folder that is named")
  func files() async throws {
    let path = try write(
      #"""
      { "flow": "photo", "version": 1, "steps": [
        { "id": "photo", "form": { "title": "You", "fields": [{ "name": "photo", "type": "file", "label": "Photo" }] } } ] }
      """#, "photo.json")
    let files = folder.path("shared/files")
    try await program.serve([path, "--port=0", "--files=\(files)"], until: "Pages: ") { address, _ in
      let visitor = Visitor(port: UInt16(try #require(address.port)))
      let form = try await visitor.start(at: "/photo")
      let parts = form.allHidden.map {
        "--b\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n"
      }
      let file = "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.txt\"\r\n\r\nHello\r\n--b--\r\n"
      let sent = try await visitor.send(
        "POST", form.action, ["Content-Type": "multipart/form-data; boundary=b"], parts.joined() + file)
      #expect(sent.status == 303)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: files).count == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.path("photo.journal.files")))
  }

  @Test("A secret and a folder that can't be used are reported in a sentence")
  func unusable() async throws {
    let path = try write(Self.trip)
    let files = try await program.run([path, "--port=0", "--files", path])
    #expect(files.status == 69)
    #expect(files.errors == "flow-web: '\(path)' isn't a folder, and can't be made one.\n")
    let secret = try await program.run([path, "--port=0", "--secret", folder.path("")])
    #expect(secret.status == 69 && secret.errors.contains("The secret '"))
    #expect(secret.errors.contains("can't be used: It isn't a file."))
  }

  @Test("A file that can't be read is reported in a sentence")
  func unreadable() async throws {
    let (place, none) = (folder.path(""), folder.path("none.json"))
    #expect(try await program.run([place]).errors == "flow-web: '\(place)' is a folder. Name the file of a document.\n")
    let result = try await program.run(["--check", none])
    #expect(result.status == 69)
    #expect(result.errors == "flow-web: The document '\(none)' can't be read: No such file or directory.\n")
    let text = try await program.run([try write("Dear reader")])
    #expect(text.status == 65 && text.errors.contains("Line 1, column 1, $: expected a value, found"))
  }

  @Test(
    "An invalid command line is reported in a sentence",
    arguments: [
      ([], "Name the document to serve."), (["a", "b"], "'b' is a second document. Name one."),
      (["a", "--port", "70000"], "'70000' isn't a port. Expected a number from 0 to 65534."),
      (["a", "--journal"], "--journal needs a value."), (["a", "--moon"], "'--moon' isn't an option."),
      (["a", "--against", "b"], "--against belongs to --check."),
      (["a", "--schema=s"], "--schema belongs to --postgres."),
      (["a", "--journal=j", "--postgres=p"], "Name a journal or a database, and not both."),
    ])
  func wrong(_ arguments: [String], _ sentence: String) async throws {
    let result = try await program.run(arguments)
    #expect(result.status == 64)
    #expect(result.errors == "flow-web: \(sentence)\n'flow-web --help' shows what is possible.\n")
  }

  @Test("A language that the document doesn't have is reported")
  func wrongLanguage() async throws {
    let page = #""steps": [{ "id": "one", "page": { "title": "One" } }]"#
    for (languages, language, known) in [
      (#""languages": ["en", "de"], "#, "fr", "It has: en, de."),
      ("", "no such language", "Expected a tag, such as 'de'."),
    ] {
      let path = try write("{ \"flow\": \"v\", \"version\": 1, \(languages)\(page) }")
      let result = try await program.run([path, "--port=0", "--language", language])
      #expect(result.status == 64)
      #expect(result.errors == "flow-web: The document has no language '\(language)'. \(known)\n")
    }
  }

  @Test("A variant that the document doesn't have is reported, and each run begins with a variant")
  func variants() async throws {
    let text = """
      { "flow": "v", "version": 1, "steps": [
          { "id": "one", "page": { "title": "One" } }, { "id": "two", "page": { "title": "Two" } }],
        "variants": { "weights": { "up": 1, "down": 1 }, "orders": { "down": ["two", "one"] } } }
      """
    let path = try write(text)
    let wrong = try await program.run([path, "--variant=left"])
    #expect(
      wrong.status == 64 && wrong.errors == "flow-web: The document has no variant 'left'. It has: up, down.\n")
    try await program.serve([path, "--port=0", "--variant=down"], until: "Pages: ") { address, _ in
      let page = try await Visitor(port: UInt16(try #require(address.port))).start(at: "/v")
      #expect(page.title == "Two")
    }
  }
}
