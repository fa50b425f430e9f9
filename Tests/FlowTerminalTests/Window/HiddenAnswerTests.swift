import FlowScreens
import FlowState
import Testing

@testable import FlowTerminal

/// A screen that asks for a password, and then for a name.
private final class PasswordScreen: FlowScreen {
  private(set) var answers: [String] = []
  let layout = ScreenLayout.text("never shown")
  var isFinished: Bool { answers.count == 2 }

  var question: ScreenQuestion? {
    guard !isFinished else { return nil }
    let isFirst = answers.isEmpty
    return ScreenQuestion(
      isFirst ? "password" : "name", isFirst ? "Password: " : "Name: ", introduction: ["Asking"], isHidden: isFirst
    ) { line in
      guard !line.isEmpty else { return .refused("Enter something.") }
      self.answers.append(line)
      return .done
    }
  }
}

// A hidden answer reacts to signals, as a window does, so this test runs with those of windows.
extension LiveWindowTests {
  @Test("A terminal doesn't echo a hidden answer, and echoes the next one")
  func hiddenAnswer() async throws {
    let terminal = try #require(PseudoTerminal())
    let session = ScreenSession(
      lines: LineReader(input: terminal.terminal), output: TextOutput(descriptor: terminal.terminal),
      terminal: Terminal(terminals: [.input, .output], environment: ["TERM": "dumb"], columns: 60))
    let flow = Flow(Any.self, [String].self, identifier: "F") { scope in
      let step = FlowStep(Any.self, [String].self, identifier: "Ask") { _ in
        let screen = PasswordScreen()
        _ = try await session.run(screen)
        return screen.answers
      }
      step.setCompletion { _, answers in scope.result = answers }
      return step
    }
    async let answers = flow.run()
    #expect(await terminal.read(until: "Password: ") == "Asking\r\nPassword: ")
    terminal.type("\n")
    #expect(await terminal.read(until: "Password: ").hasSuffix("Enter something.\r\nPassword: "))
    terminal.type("secret\n")
    let shown = await terminal.read(until: "Name: ")
    #expect(shown == "\r\nAsking\r\nName: ")
    terminal.type("Ada\n")
    #expect(try await answers == ["secret", "Ada"])
    #expect(await terminal.read(until: "Ada\r\n") == "Ada\r\n")
  }
}
