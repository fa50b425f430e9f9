import FlowChains
import FlowForms
import FlowState
import FlowTerminal
import Foundation
import TestSupport
import Testing

/// Forms where only lines are read, as in a pipe.
struct FormTranscriptTests {
  /// Plays lines to the pages, and returns the outcome and what was written.
  private func play(_ lines: String...) async throws -> (String?, String) {
    let (input, output) = (Pipe(), Pipe())
    input.fileHandleForWriting.write(Data(lines.map { $0 + "\n" }.joined().utf8))
    try input.fileHandleForWriting.close()
    let session = ScreenSession(
      lines: LineReader(input: input.fileHandleForReading.fileDescriptor),
      output: TextOutput(descriptor: output.fileHandleForWriting.fileDescriptor),
      terminal: Terminal(terminals: [], environment: [:], columns: 80))
    let pages = try Flow(Pages.chain(on: session), Any.self) { context in Pages.summary(context) }.reversible()
    let result = try await pages.run()
    try output.fileHandleForWriting.close()
    let written = try output.fileHandleForReading.readToEnd() ?? Data()
    withExtendedLifetime(input) {}
    return (result, String(decoding: written, as: UTF8.self))
  }

  @Test("A form asks field after field, says what is wrong with an answer, and asks again")
  func asking() async throws {
    let (result, written) = try await play(
      "", "Ada", "ada@", "ada@example.org", "ten", "-", "fri, x", "-9223372036854775808", "f, 1", "maybe", "y")
    #expect(result == "Ada ada@example.org - mon+fri true")
    #expect(
      written == """
        Who are you?
        Your name:\u{20}
        Enter a text in 'Your name'.
        Your name: Ada
        We send the receipt there
        Email: ada@
        Enter an email address in 'Email', such as name@example.org.
        Email [ada@]: ada@example.org
        What do you want?
        How many? (optional): ten
        Enter a whole number in 'How many?', such as 12.
        How many? (optional) [ten]: -
        Days (any of mon, wed, fri): fri, x
        'x' is not one of the choices: mon, wed, fri.
        Days (any of mon, wed, fri): -9223372036854775808
        '-9223372036854775808' is not one of the choices: mon, wed, fri.
        Days (any of mon, wed, fri): f, 1
        It is a gift (yes, no) [no]: maybe
        'maybe' is not one of the choices: yes, no.
        It is a gift (yes, no) [no]: y

        """)
  }

  @Test(
    "The word back leads to the question before, also to that of the page before, and an empty line keeps an answer")
  func back() async throws {
    let (result, written) = try await play(
      "Ada", "back", "Bea", "bea@example.org", "back", "", "cee@example.org", "3", "mon", "")
    #expect(result == "Bea cee@example.org 3 mon false")
    #expect(
      written.contains("Your name [Bea]: \nWe send the receipt there\nEmail [bea@example.org]: cee@example.org\n"))
  }

  @Test("A check of the whole value leads to the first question again, with the answers")
  func whole() async throws {
    let (result, written) = try await play("Ada", "ada@example.org", "9", "mon", "yes", "8", "", "")
    #expect(result == "Ada ada@example.org 8 mon true")
    #expect(
      written.contains(
        "Nine is too many for a gift.\nHow many? (optional) [9]: 8\nDays (any of mon, wed, fri) [mon]: \n"))
  }

  @Test("A password isn't written, and isn't offered again")
  func password() async throws {
    struct Account: Codable, Sendable, Equatable { var password = "" }
    let form = FlowForm(Account(), "Sign in") { field in
      field.password("password", \.password, "Password") { $0 == "wrong" ? "Enter the right password." : nil }
    }
    let (input, output) = (Pipe(), Pipe())
    input.fileHandleForWriting.write(Data("wrong\nsecret\n".utf8))
    try input.fileHandleForWriting.close()
    let session = ScreenSession(
      lines: LineReader(input: input.fileHandleForReading.fileDescriptor),
      output: TextOutput(descriptor: output.fileHandleForWriting.fileDescriptor),
      terminal: Terminal(terminals: [], environment: [:], columns: 80))
    let chain = FlowChain("account") { FlowStepDeclaration.form(form, identifier: "account", on: session).step }
    let answer = try await Flow(chain, Any.self, FormAnswer<Account>.self).run()
    try output.fileHandleForWriting.close()
    let written = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(answer?.value == Account(password: "secret"))
    #expect(answer?.entry == FormEntry())
    #expect(written == "Sign in\nPassword: •••••\nEnter the right password.\nPassword: ••••••\n")
    withExtendedLifetime(input) {}
  }
}
