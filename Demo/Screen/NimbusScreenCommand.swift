import FlowCommandLine
import FlowJSON
import FlowScreens
import FlowState
import FlowTerminal
import Foundation
import Nimbus

/// The command `Demo screen`, which shows the screen of a document and prints the result of its actions.
struct NimbusScreenCommand: Sendable {
  static let subcommand = DemoCommand(
    name: "screen", summary: "Shows a screen that a JSON document describes, and prints what comes of it as JSON.",
    positionals: [
      Positional(
        name: "FILE", summary: "The document; a sign-up form by default, '-' for standard input.", isRequired: false)
    ]
  ) { try NimbusScreenCommand($0).run() }

  private let source: DocumentSource
  private let output = TextOutput()

  init(_ options: ParsedOptions) {
    source = DocumentSource(argument: options.arguments.first, resource: "signup.json")
  }

  /// Shows the screen until it is completed or the user leaves.
  func run() throws -> ExitCode {
    let document = try source.screen()
    let dialogue = Dialogue.current()
    let session = ScreenSession(dialogue: dialogue)
    let interruption = Interruption(in: dialogue.terminal, showsScreens: true) { session.giveBackTerminal() }
    defer { interruption.end() }
    let flow = Flow(Any.self, JSONValue.self, identifier: "Screen") { scope in
      let step = SignupForm.step(document, in: session)
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    guard let result = try flow.runAndWait() else {
      try Sentences(dialogue).say("The screen was left.")
      return .ok
    }
    // The result is made printable, because a text of the document could control the terminal.
    try output.writeLine(result.text(JSONTextStyle(isIndented: true, isPrintable: true)))
    return .ok
  }
}

extension DocumentSource {
  /// Reads a Nimbus document and checks it before any part of it is shown.
  func screen() throws -> String {
    let data = try read()
    var configuration = SignupForm.configuration
    // The states that the flow provides are not available yet.
    configuration.logger = SilentLogger()
    let reader = NimbusInstance(configuration).makeView()
    do {
      let value = try JSONValue(parsing: data)
      try reader.load(value)
      return value.text(.compact)
    } catch {
      throw DocumentError.invalid(name: name, reason: "\(error)")
    }
  }
}
