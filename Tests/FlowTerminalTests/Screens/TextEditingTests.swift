import Testing

@testable import FlowTerminal

@Suite("TextEditing")
struct TextEditingTests {
  @Test(
    "Keys edit the text at the cursor",
    arguments: [
      ("ac", 1, [Key.character("b")], "abc", 2),
      ("ac", 2, [.character("b")], "acb", 3),
      ("ac", 99, [.character("b")], "acb", 3),
      ("ac", -1, [.character("b")], "bac", 1),
      ("e", 1, [.character("\u{301}"), .character("x")], "e\u{301}x", 2),
      ("李👍🏽", 2, [.backspace], "李", 1),
      ("abc", 1, [.backspace, .backspace], "bc", 0),
      ("abc", 1, [.delete], "ac", 1),
      ("abc", 3, [.delete], "abc", 3),
      ("abc", 1, [.left, .left, .character("x")], "xabc", 1),
      ("abc", 1, [.right, .right, .right, .character("x")], "abcx", 4),
      ("abc", 1, [.home, .character("x")], "xabc", 1),
      ("abc", 1, [.control("e"), .character("x")], "abcx", 4),
      ("abc", 1, [.control("u")], "bc", 0),
      ("abc", 1, [.control("k")], "a", 1),
      ("one two  ", 9, [.control("w")], "one ", 4),
      ("one", 3, [.control("w"), .control("w")], "", 0),
      ("ab", 1, [.paste("x\ny\tz")], "ax y zb", 6),
      ("", 0, [.backspace, .delete, .left, .right, .control("u"), .control("k"), .control("w")], "", 0),
    ])
  func edits(text: String, cursor: Int, keys: [Key], result: String, end: Int) {
    var editing = TextEditing(text, cursor: cursor)
    let taken = keys.map { editing.take($0) }
    #expect(!taken.contains(false))
    #expect(editing.text == result)
    #expect(editing.cursor == end)
  }

  @Test("A paste of combining marks is edited without comparing its characters, which would take hours")
  func marks() {
    let marks = "a" + String(repeating: "\u{301}\u{316}", count: 250_000)
    for hasLines in [false, true] {
      var editing = TextEditing("", cursor: 0, hasLines: hasLines)
      let taken = [Key.paste(marks), .control("w")].map { editing.take($0) }
      #expect(taken == [true, true])
      #expect(editing.text.isEmpty)
    }
  }

  @Test(
    "Other keys are not handled and change nothing",
    arguments: [Key.enter, .tab, .escape, .up, .control("c"), .alt("x")])
  func others(key: Key) {
    var editing = TextEditing("abc", cursor: 1)
    let before = editing
    let isTaken = editing.take(key)
    #expect(!isTaken)
    #expect(editing == before)
  }
}
