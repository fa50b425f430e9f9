import Glibc
import Testing

@testable import FlowTerminal

@Suite("Dialogue", .enabled(if: PseudoTerminal.isAvailable))
struct DialogueTests {
  private let window: PseudoTerminal
  private let pipe = Pipe()

  init() throws {
    window = try #require(PseudoTerminal(columns: 33))
  }

  private func dialogue(_ input: CInt, _ output: CInt, _ error: CInt, terminal: CInt = -1) -> (Dialogue, opened: Int) {
    var opened = 0
    let dialogue = Dialogue(input: input, output: output, error: error, environment: [:]) {
      opened += 1
      return terminal
    }
    return (dialogue, opened)
  }

  @Test("A dialogue uses standard output if it is a terminal, or if the input is not one")
  func usual() {
    for (input, output) in [
      (window.terminal, window.terminal), (pipe.readEnd, pipe.writeEnd), (pipe.readEnd, window.terminal),
    ] {
      let (dialogue, opened) = dialogue(input, output, window.terminal, terminal: window.terminal)
      #expect(dialogue.isOnStandardOutput)
      #expect(dialogue.output.descriptor == output)
      #expect(opened == 0)
    }
  }

  @Test("A dialogue uses standard error if the input is a terminal and the output is redirected")
  func error() {
    let (dialogue, opened) = dialogue(window.terminal, pipe.writeEnd, window.terminal)
    #expect(!dialogue.isOnStandardOutput)
    #expect(dialogue.output.descriptor == window.terminal)
    #expect(dialogue.terminal.isInteractive)
    #expect(dialogue.terminal.columns == 33)
    #expect(opened == 0)
  }

  @Test("A dialogue opens the terminal if output and error are redirected, or else uses standard output")
  func terminal() {
    let (dialogue, opened) = dialogue(window.terminal, pipe.writeEnd, pipe.writeEnd, terminal: window.terminal)
    #expect(dialogue.output.descriptor == window.terminal)
    #expect(dialogue.terminal.isInteractive)
    #expect(opened == 1)
    let (without, _) = self.dialogue(window.terminal, pipe.writeEnd, closedDescriptor)
    #expect(without.isOnStandardOutput)
    #expect(!without.terminal.isInteractive)
  }
}
