import FlowScreens
import FlowTerminal
import Testing

@Suite("StyledText.coded(when:)")
struct StyledTextCodesTests {
  @Test("A coded text has the codes of its pieces, in a fixed order")
  func codes() {
    let text = "a" + StyledText("b", .bold).styled(.red).styled(.inverse) + "c"
    #expect(text.coded(when: true) == "a\u{1B}[31m\u{1B}[7m\u{1B}[1mb\u{1B}[22m\u{1B}[27m\u{1B}[39mc")
    #expect(text.coded(when: false) == "abc")
  }
}
