import Testing

@testable import FlowTerminal

@Suite("Terminal")
struct TerminalTests {
  @Test("A terminal is interactive only if both input and output are terminals")
  func interactive() {
    #expect(terminal([.input, .output]).isInteractive)
    #expect(!terminal([.input, .error]).isInteractive)
    #expect(!terminal([.output, .error]).isInteractive)
    #expect(!terminal([]).isInteractive)
  }

  @Test(
    "A terminal uses colours and moves the cursor as the environment allows",
    arguments: [
      ([:], true, true),
      (["TERM": "xterm-256color"], true, true),
      (["NO_COLOR": ""], true, true),
      (["NO_COLOR": "1"], false, true),
      (["NO_COLOR": "0"], false, true),
      (["TERM": "dumb"], false, false),
      (["TERM": "dumb", "NO_COLOR": ""], false, false),
    ])
  func colors(environment: [String: String], usesColor: Bool, movesCursor: Bool) {
    let terminal = Terminal(terminals: [.output], environment: environment)
    #expect(terminal.usesColor(for: .output) == usesColor)
    #expect(terminal.movesCursor(on: .output) == movesCursor)
    #expect(!terminal.usesColor(for: .error))
    #expect(!terminal.movesCursor(on: .error))
  }

  @Test(
    "A terminal has all colours if its environment says so, otherwise those of the cube",
    arguments: [("truecolor", true), ("24bit", true), ("yes", false), ("", false), (nil, false)] as [(String?, Bool)])
  func depth(variable: String?, isFull: Bool) {
    let environment = variable.map { ["COLORTERM": $0] } ?? [:]
    #expect(Terminal(terminals: [.output], environment: environment).colorDepth == (isFull ? .full : .cube))
  }

  @Test("A terminal has 80 columns if its width is unknown", arguments: [(20, 20), (1, 1), (0, 80), (-3, 80)])
  func columns(given: Int, columns: Int) {
    #expect(Terminal(terminals: [.output], environment: [:], columns: given).columns == columns)
    #expect(Terminal(terminals: [], environment: [:]).columns == 80)
  }

  @Test("A pipe and a closed descriptor are not terminals")
  func pipe() {
    let pipe = Pipe()
    let terminal = Terminal(input: pipe.readEnd, output: pipe.writeEnd, error: closedDescriptor, environment: [:])
    #expect(terminal == Terminal(terminals: [], environment: [:]))
  }

  @Test("A terminal and its width are detected", .enabled(if: PseudoTerminal.isAvailable))
  func pseudoTerminal() throws {
    let pipe = Pipe()
    let window = try #require(PseudoTerminal(columns: 123))
    let all = Terminal(input: window.terminal, output: window.terminal, error: window.terminal, environment: [:])
    #expect(all == Terminal(terminals: [.input, .output, .error], environment: [:], columns: 123))
    let error = Terminal(input: pipe.readEnd, output: pipe.writeEnd, error: window.terminal, environment: [:])
    #expect(error == Terminal(terminals: [.error], environment: [:], columns: 123))
    let unknown = try #require(PseudoTerminal(columns: 0))
    #expect(Terminal(output: unknown.terminal, environment: [:]).columns == 80)
  }

  private func terminal(_ terminals: Set<Terminal.Stream>) -> Terminal {
    Terminal(terminals: terminals, environment: [:])
  }
}
