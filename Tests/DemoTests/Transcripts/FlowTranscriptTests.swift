import DemoTestSupport
import Foundation
import Testing

@testable import Demo

/// `Demo flow` as a process.
@Suite(.timeLimit(.minutes(20)))
struct FlowTranscriptTests {
  private func run(_ arguments: String..., input: String = "") throws -> DemoProcess {
    try DemoProcess.run(["flow"] + arguments, input: .text(input))
  }

  @Test("The signup asks its forms, and prints the values")
  func signup() throws {
    let run = try run(input: "Ada\nada@\nada@example.org\ny\n")
    #expect(run.status == 0)
    #expect(run.output.contains("Enter an email address in 'Email', such as name@example.org."))
    #expect(run.output.contains("Signed up\n  Name:  Ada\n"))
    #expect(run.output.contains("\"answer\": \"yes\""))
  }

  @Test("A document is checked, drawn, and its ways are listed")
  func modes() throws {
    #expect(try run("--check").output == "The document is fine: 'signup' of version 2, with 5 steps.\n")
    #expect(try run("--draw", "--variant", "email-first").output.contains("s2[\"email\"]\n  s3[\"name\"]\n"))
    #expect(
      try run("--paths").output == """
        hello → name → email → terms –back→ end
        hello → name → email → terms –next→ done → end

        """)
  }

  @Test(
    "The signup as a document gives the same transcript as the signup in Swift",
    arguments: [
      ("name-first", "Ada\nada@example.org\nyes\n"),
      ("name-first", "\n  \nAda\nada@example.org\nmaybe\n\ny\n"),
      ("name-first", "Ada\nback\n\n BACK \nBo\nbo@example.org\nback\n\nback\nbob@example.org\nYES\n"),
      ("email-first", "ada@example.org\nAda\nback\nBo\nback\n\nyes\n"),
      ("terms-first", "y\nAda\n\nada@example.org\n"),
    ])
  func same(variant: String, input: String) throws {
    let swift = try DemoProcess.run(["signup", "--variant", variant], input: .text(input))
    let document = try run("--quiet", "--variant", variant, input: input)
    #expect(document.output == swift.output)
    #expect(document.errors == swift.errors)
    #expect(document.status == swift.status)
    #expect(document.status == 0)
  }

  @Test("A refused answer of the document says why, and the next question comes after another one")
  func refusal() throws {
    let run = try run("--quiet", input: "Ada\nada@example.org\nno\nyes\n")
    #expect(
      run.output.contains(
        """
        Do you agree to the terms (yes, no, back)? no
        Without your agreement there is no account. Answer yes, or back.
        Do you agree to the terms (yes, no, back) [no]? yes
        Signed up
        """))
    #expect(run.status == 0)
  }

  @Test("Every problem of a document is said, and the command ends with the code for data")
  func problems() throws {
    let run = try run("--check", "-", input: #"{"flow":"f","version":1,"steps":[{"id":"a","use":"shout"}],"x":1}"#)
    #expect(run.status == 65)
    #expect(
      run.output == """
        Line 1, column 50, $.steps[0].use: expected a step of the program: "charge", "mail", "mail-once" or "say", found the string "shout".
        Line 1, column 64, $.x: expected a member of the document: "flow", "version", "steps", "languages", "upgrades" or "variants", found "x".

        """)
  }

  @Test("The document of a screen is a file beside the flow document, and no file elsewhere")
  func screens() throws {
    let folder = try TemporaryFolder()
    func write(_ text: String, as name: String) throws {
      try text.write(toFile: "\(folder.path)/\(name)", atomically: true, encoding: .utf8)
    }
    try FileManager.default.createDirectory(atPath: folder.path + "/flows", withIntermediateDirectories: false)
    try write(
      #"[{"title":"Knead","description":"Firmly.","action":{"button":{"title":"Done","identifier":"knead"}}}]"#,
      as: "flows/dough.json")
    try write("secret", as: "secret.json")
    for (url, expected) in [
      ("dough.json", "Knead"), ("../secret.json", "the address isn't the path of a file beside the flow document"),
      ("/etc/hostname", "the address isn't the path of a file beside the flow document"),
    ] {
      let text = #"{"flow":"f","version":1,"steps":[{"id":"dough","stepkit":{"url":"\#(url)"}}]}"#
      try write(text, as: "flows/flow.json")
      let run = try run(folder.path + "/flows/flow.json", input: "press\n")
      #expect((run.output + run.errors).contains(expected), "\(run.output) \(run.errors)")
      #expect(!run.output.contains("secret\n"))
    }
  }
}
