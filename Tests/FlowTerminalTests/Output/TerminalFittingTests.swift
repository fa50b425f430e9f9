import FlowTerminal
import Testing

@Suite("Text that fits a terminal")
struct TerminalFittingTests {
  private func fitting(_ text: String, columns: Int = 12) -> String {
    Terminal(terminals: [.output], environment: [:], columns: columns).fitting(text, on: .output)
  }

  @Test(
    "A text is broken between words, and keeps its own breaks and the spaces at its end",
    arguments: [
      ("", ""), ("Name: ", "Name: "), ("one two three four", "one two\nthree four"), ("one\n\ntwo", "one\n\ntwo"),
      ("What next (a, b)? ", "What next\n(a, b)? "), ("  Name: somebody", "  Name:\nsomebody"),
      ("12345678901234", "123456789012\n34"), ("日本語日本語日本語", "日本語日本語\n日本語"),
    ])
  func breaks(text: String, expected: String) {
    #expect(fitting(text) == expected)
  }

  @Test("A text is not broken if other programs read it or if it contains codes")
  func whole() {
    let text = "one two three four"
    let terminal = Terminal(terminals: [.error], environment: [:], columns: 12)
    #expect(terminal.fitting(text, on: .output) == text)
    #expect(terminal.fitting(text, on: .error) == "one two\nthree four")
    #expect(fitting("\u{1B}[1mone two three\u{1B}[22m") == "\u{1B}[1mone two three\u{1B}[22m")
  }
}
