import FlowScreens
import FlowTerminal
import Testing

@Suite("TextStyle")
struct TextStyleTests {
  @Test(
    "A style puts a text between its codes",
    arguments: [
      (TextStyle.bold, "\u{1B}[1mBo\u{1B}[22m"),
      (.dim, "\u{1B}[2mBo\u{1B}[22m"),
      (.red, "\u{1B}[31mBo\u{1B}[39m"),
      (.green, "\u{1B}[32mBo\u{1B}[39m"),
      (.yellow, "\u{1B}[33mBo\u{1B}[39m"),
      (.cyan, "\u{1B}[36mBo\u{1B}[39m"),
    ])
  func codes(style: TextStyle, styled: String) {
    #expect(style.apply(to: "Bo", when: true) == styled)
  }

  @Test("A style does not change a text when styles are off, and never an empty text", arguments: TextStyle.allCases)
  func plain(style: TextStyle) {
    #expect(style.apply(to: "Bo", when: false) == "Bo")
    #expect(style.apply(to: "", when: true) == "")
  }

  @Test("A style continues after an inner style of the same kind has ended")
  func nested() {
    let inner = TextStyle.cyan.apply(to: "e", when: true)
    #expect(
      TextStyle.red.apply(to: inner + "dit", when: true)
        == "\u{1B}[31m\u{1B}[36me\u{1B}[39m\u{1B}[31mdit\u{1B}[39m")
  }
}
