import DemoTestSupport

#if os(Linux)
  import Foundation
  import Testing

  @testable import Demo

  /// `Demo signup --durable`: a signup that survives its process.
  @Suite("A signup that survives its process", .timeLimit(.minutes(20)))
  struct DurableSignupTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    private var journal: String { folder.file("signups.journal") }

    private func signup(_ options: [String]) throws -> TerminalDemo {
      try TerminalDemo(["signup", "--durable", journal] + options, columns: 200)
    }

    private func killed(at text: String, typing keys: String, until next: String, _ options: [String]) throws {
      let demo = try signup(options)
      #expect(demo.read(until: text).contains(text))
      demo.type(keys)
      #expect(demo.read(until: next).contains(next))
      kill(demo.identifier, SIGKILL)
      #expect(demo.finish().status == 128 + SIGKILL)
    }

    @Test("A signup that is killed between two questions continues with the next one")
    func killedBetween() throws {
      try killed(at: "Name: ", typing: "Zoë\n", until: "Email: ", [])
      try killed(at: "Email: ", typing: "zoe@example.org\n", until: "Do you agree", [])
      let demo = try signup([])
      let asked = demo.read(until: "Do you agree")
      #expect(!asked.contains("Name:") && !asked.contains("Email:"))
      demo.type("yes\n")
      let ending = demo.finish()
      #expect(ending.status == 0)
      #expect(ending.output.contains("Name:  Zoë") && ending.output.contains("Email: zoe@example.org"))
    }

    @Test("A signup keeps its assigned order, also if another one is requested later")
    func variant() throws {
      let options = ["--user", "u7", "--variant", "terms-first"]
      try killed(at: "Do you agree", typing: "yes\n", until: "Name: ", options)
      let demo = try signup(["--user", "u7", "--variant", "email-first"])
      _ = demo.read(until: "Name: ")
      demo.type("Al\n")
      #expect(demo.read(until: "Email: ").contains("Email: "))
      demo.type("back\n\nal@example.org\n")
      let ending = demo.finish()
      #expect(ending.output.contains("Signed up"))
    }

    @Test("The end of the input leaves a signup at its question")
    func left() throws {
      let run = try DemoProcess.run(["signup", "--durable", journal], input: .text("Bo\n"))
      #expect(run.status == 75)
      #expect(run.output.contains("The signup stays at 'email'; the same command continues it."))
    }

    @Test("Options that exclude each other are refused", arguments: ["--order", "--trace", "--trace-file"])
    func exclusive(option: String) throws {
      let value = option == "--order" ? "email,name,terms" : "-"
      let run = try DemoProcess.run(["signup", "--durable", journal, option, value])
      #expect(run.status == 64)
      #expect(run.errors.contains("exclude each other"))
    }
  }
#endif
