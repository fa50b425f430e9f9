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

  @Test("The signup asks its forms, welcomes the person, and prints the values")
  func signup() throws {
    let run = try run(input: "Ada\nada@\nada@example.org\ny\n")
    #expect(run.status == 0)
    #expect(run.output.contains("Enter an email address in 'Email', such as name@example.org."))
    #expect(run.output.contains("Welcome, Ada. We write to ada@example.org."))
    #expect(run.output.contains("\"agreed\": true"))
  }

  @Test("A document is checked, drawn, and its ways are listed")
  func modes() throws {
    #expect(try run("--check").output == "The document is fine: 'signup' of version 1, with 4 steps.\n")
    #expect(try run("--draw", "--variant", "email-first").output.contains("s1[\"email\"]\n  s2[\"name\"]\n"))
    #expect(
      try run("--paths").output == """
        name → email → terms –end→ end
        name → email → terms –next→ welcome → end

        """)
  }

  @Test("Every problem of a document is said, and the command ends with the code for data")
  func problems() throws {
    let run = try run("--check", "-", input: #"{"flow":"f","version":1,"steps":[{"id":"a","use":"shout"}],"x":1}"#)
    #expect(run.status == 65)
    #expect(
      run.output == """
        Line 1, column 50, $.steps[0].use: expected a step of the program: "say", found the string "shout".
        Line 1, column 64, $.x: expected a member of the document: "flow", "version", "steps", "languages", "upgrades" or "variants", found "x".

        """)
  }
}
