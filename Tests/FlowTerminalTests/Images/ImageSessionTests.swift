import FlowScreens
import FlowState
import TestSupport
import Testing

@testable import FlowTerminal

// A live session reacts to signals, as a window does, so these tests run with those of windows.
extension LiveWindowTests {
  /// Shows an image on a terminal until it or its label is there, and returns what was written until then, and after the
  /// user has left.
  private func show(
    _ environment: [String: String], until text: String, isAllowed: Bool = true
  ) async throws -> (screen: String, remains: String) {
    let files = try PictureFolder()
    try files.write(PictureFolder.redOverGreen, to: "a.png")
    let terminal = try #require(PseudoTerminal(columns: 40))
    let plain = ScreenSession(
      lines: LineReader(input: terminal.terminal), output: TextOutput(descriptor: terminal.terminal),
      terminal: Terminal(terminals: [.input, .output], environment: environment, columns: 40),
      clock: nil,
      window: .system(input: terminal.terminal, output: TextOutput(descriptor: terminal.terminal)))
    let session = isAllowed ? plain.images(from: files.inside) : plain
    let address = "file://\(files.inside)/a.png"
    let flow = Flow(Any.self, ScreenEnding.self, identifier: "F") { scope in
      let step = FlowStep(Any.self, ScreenEnding.self, identifier: "Show") { _ in
        try await session.run(ImageScreen(.image(url: address, label: "a cake")))
      }
      step.setCompletion { _, ending in scope.result = ending }
      return step
    }
    async let ending = flow.run()
    let screen = await terminal.read(until: text)
    let isLive = environment["TERM"] != "dumb"
    terminal.type(isLive ? "q" : "quit\n")
    let remains = await terminal.read(until: isLive ? "\u{1B}[?1049l\(text)\r\n" : "quit\r\n")
    #expect(try await ending == .left)
    return (screen, remains)
  }

  @Test("A live session draws an image of the allowed folder, and its frame remains on the terminal")
  func image() async throws {
    let cube = "\u{1B}[38;5;196;48;5;46m▀\u{1B}[39;49m"
    for (environment, code) in [(["COLORTERM": "truecolor"], PictureFolder.redOverGreenCode), ([:], cube)] {
      let (screen, remains) = try await show(environment, until: code)
      #expect(screen.contains("\u{1B}[1;1H\u{1B}[2m(image: a cake)\u{1B}[22m\u{1B}[K"))
      #expect(screen.contains("\u{1B}[1;1H\(code)"))
      #expect(remains.hasSuffix("\u{1B}[?1049l\(code)\r\n"))
    }
  }

  @Test("A session writes the label without colours, on a terminal without a cursor, and if no folder is allowed")
  func noImage() async throws {
    let label = "\u{1B}[2m(image: a cake)\u{1B}[22m"
    for (environment, isAllowed, text) in [
      (["NO_COLOR": "1", "COLORTERM": "truecolor"], true, label), (["COLORTERM": "truecolor"], false, label),
      (["TERM": "dumb", "COLORTERM": "truecolor"], true, "(image: a cake)\r\n"),
    ] {
      let (screen, remains) = try await show(environment, until: text, isAllowed: isAllowed)
      #expect(screen.contains(text) && !(screen + remains).contains("▀"))
    }
  }

  @Test("A transcript has the label of an image")
  func transcript() async throws {
    let files = try PictureFolder()
    try files.write(PictureFolder.redOverGreen, to: "a.png")
    let (input, output) = (Pipe(reading: "show\nquit\n"), Pipe())
    let session = ScreenSession(
      lines: LineReader(input: input.readEnd), output: TextOutput(descriptor: output.writeEnd),
      terminal: Terminal(terminals: [], environment: ["COLORTERM": "truecolor"])
    ).images(from: files.inside)
    let flow = Flow(Any.self, ScreenEnding.self, identifier: "F") { scope in
      let step = FlowStep(Any.self, ScreenEnding.self, identifier: "Show") { _ in
        try await session.run(ImageScreen(.image(url: "a.png", label: "a cake")))
      }
      step.setCompletion { _, ending in scope.result = ending }
      return step
    }
    #expect(try await flow.run() == .left)
    output.closeWriteEnd()
    #expect(String(decoding: output.readAll(), as: UTF8.self) == "(image: a cake)\n> show\n(image: a cake)\n> quit\n")
  }
}
