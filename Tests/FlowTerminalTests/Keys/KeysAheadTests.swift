import Testing

@testable import FlowTerminal

@Suite("KeysAhead")
struct KeysAheadTests {
  private func text(_ keys: [Key]) -> String {
    let ahead = KeysAhead()
    _ = ahead.add(keys)
    var text = ""
    while !ahead.isEmpty { text += ahead.takeLine() }
    return text
  }

  private func typing(_ text: String) -> [Key] { text.map { .character($0) } }

  @Test("Keys that become text type characters and line ends, and arrows are discarded")
  func typed() {
    #expect(text(typing("ab") + [.up, .enter, .paste("c\nd"), .control("j")]) == "ab\nc\nd\n")
  }

  @Test("The keys after a line stay for the next question or screen")
  func rest() {
    let ahead = KeysAhead()
    _ = ahead.add(typing("Bo") + [.enter, .enter])
    #expect(ahead.takeLine() == "Bo\n")
    #expect(ahead.take(isTyping: false) == .enter)
    #expect(ahead.isEmpty)
  }

  @Test("Backspace deletes the last character of the line, and never the line end before it")
  func backspace() {
    #expect(text(typing("Adé") + [.backspace] + typing("a") + [.enter]) == "Ada\n")
    #expect(text(typing("no") + [.enter, .backspace] + typing("yx") + [.backspace, .enter]) == "no\ny\n")
    #expect(text([.backspace, .paste("a\nb"), .backspace, .backspace]) == "a\n")
  }

  @Test("Ctrl-U deletes the line that is being typed")
  func line() {
    #expect(text([.control("u")] + typing("no") + [.enter] + typing("abc") + [.control("u")] + typing("d")) == "no\nd")
  }
}
