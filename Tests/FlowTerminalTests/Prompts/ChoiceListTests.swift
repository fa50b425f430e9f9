import FlowScreens
import Testing

@testable import FlowTerminal

@Suite("ChoiceList")
struct ChoiceListTests {
  private static let choices = Choices([("download", 1), ("edit", 2), ("exit", 3), ("quit", 4)])

  private func list(asksBeforeEnd: Bool = false) -> ChoiceList {
    ChoiceList("What?", words: Self.choices.words, asksBeforeEnd: asksBeforeEnd) { Self.choices.find($0) }
  }

  private func text(_ list: ChoiceList, columns: Int = 40, rows: Int = 24) -> [String] {
    list.lines(in: WindowSize(columns: columns, rows: rows)).map(\.text)
  }

  /// Handles keys, and returns the outcome of the last one.
  private func take(_ keys: Key..., by list: inout ChoiceList) -> ChoiceList.Outcome {
    keys.map { list.take($0) }.last ?? .stay
  }

  @Test("A list shows the question, the words with the first one selected, and how to choose")
  func lines() {
    #expect(text(list()) == ["What?", "› download", "  edit", "  exit", "  quit", "↑ ↓ select · Enter chooses"])
  }

  @Test(
    "The arrows move around the list, and Enter chooses",
    arguments: [
      ([], 0), ([.down], 1), ([.up], 3), ([.down, .down, .up], 1), ([.end], 3), ([.end, .down], 0), ([.end, .home], 0),
      ([.tab, .tab], 2), ([.backTab], 3), ([.control("n"), .control("n"), .control("p")], 1), ([.left], 0),
    ] as [([Key], Int)])
  func arrows(keys: [Key], index: Int) {
    var list = list()
    for key in keys { #expect(list.take(key) == .stay) }
    #expect(text(list)[1 + index].hasPrefix("› "))
    #expect(list.take(.enter) == .chosen(index))
  }

  @Test("Typed text is shown after the question, and leaves the words that have it")
  func typing() {
    var list = list()
    #expect(take(.character("E"), by: &list) == .stay)
    #expect(text(list) == ["What? E", "› edit", "  exit", "↑ ↓ select · Enter chooses"])
    #expect(take(.character("x"), by: &list) == .stay)
    #expect(text(list)[1] == "› exit")
    #expect(take(.control("j"), by: &list) == .chosen(2))
  }

  @Test("The arrows move among the words that are left, and Enter chooses the selected one")
  func filtered() {
    var list = list()
    #expect(take(.character("i"), by: &list) == .stay)
    #expect(text(list).dropFirst().dropLast() == ["› edit", "  exit", "  quit"])
    #expect(take(.down, .down, .down, .down, by: &list) == .stay)
    #expect(text(list)[2] == "› exit")
    #expect(take(.end, .up, .enter, by: &list) == .chosen(2))
  }

  @Test("The line that remains after a choice can't control the terminal")
  func remains() {
    let list = ChoiceList("What?", words: ["Soup\u{1B}]0;owned\u{7}"], asksBeforeEnd: false) { _ in .refused("No.") }
    let text = list.remains(choosing: 0).text
    #expect(text.hasPrefix("What? Soup") && !text.unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test("A word that begins with the typed text is selected before others that have it")
  func beginning() {
    var list = ChoiceList("What?", words: ["a tea", "cake", "tea"], asksBeforeEnd: false) { _ in .refused("No.") }
    #expect(take(.character("c"), .backspace, .character("t"), by: &list) == .stay)
    #expect(text(list).prefix(3) == ["What? t", "  a tea", "› tea"])
  }

  @Test("Typed text can be deleted, also by Esc, and the selected word stays")
  func deleting() {
    var list = list()
    #expect(take(.paste("qux"), by: &list) == .stay)
    #expect(text(list) == ["What? qux", "No choice has this text · Esc shows all"])
    #expect(take(.down, .end, .home, .backspace, .backspace, .enter, by: &list) == .chosen(3))
    #expect(take(.escape, .up, .enter, by: &list) == .chosen(2))
  }

  @Test("White space hides no choice, and counts between words")
  func whiteSpace() {
    var list = ChoiceList("What?", words: ["red tea", "tea"], asksBeforeEnd: false) { _ in .refused("No.") }
    #expect(take(.character(" "), by: &list) == .stay)
    #expect(text(list) == ["What?", "› red tea", "  tea", "↑ ↓ select · Enter chooses"])
    #expect(take(.paste(" d t"), by: &list) == .stay)
    #expect(text(list) == ["What? d t", "› red tea", "↑ ↓ select · Enter chooses"])
  }

  @Test("The cursor stands first where it is asked to, and many choices can be filtered")
  func selecting() {
    let choices = Choices((1...8).map { ("word \($0)", $0) })
    #expect(choices.index(of: "word 3") == 2)
    #expect(choices.index(of: "word 9") == 0 && choices.index(of: nil) == 0)
    var list = ChoiceList("What?", words: choices.words, selecting: 2, asksBeforeEnd: false) { choices.find($0) }
    #expect(text(list, columns: 80)[3] == "› word 3")
    #expect(text(list, columns: 80).last == "↑ ↓ select · type to filter · Enter chooses")
    #expect(list.take(.enter) == .chosen(2))
  }

  @Test("A word that cannot be chosen now is refused with the reason, whether it is selected or typed")
  func refusing() {
    var list = ChoiceList("What?", words: Self.choices.words, asksBeforeEnd: false) { index in
      index == 1 ? "Nothing can be edited." : nil
    } find: {
      Self.choices.find($0)
    }
    for keys: [Key] in [[.down, .enter], [.character("e"), .character("d"), .enter]] {
      for key in keys { #expect(list.take(key) == .stay) }
      #expect(
        text(list) == ["What?", "  download", "› edit", "  exit", "  quit", "Nothing can be edited."])
      #expect(list.take(.home) == .stay)
    }
    #expect(take(.down, .down, .enter, by: &list) == .chosen(2))
  }

  @Test("A text that names no word is refused with a message, which the next key removes")
  func refused() {
    var list = list()
    #expect(take(.paste("\u{1B}[2J"), .enter, by: &list) == .stay)
    #expect(text(list, columns: 100).last == #"'\u{1B}[2J' is not one of the choices: download, edit, exit, quit."#)
    #expect(take(.down, by: &list) == .stay)
    #expect(text(list).last == "↑ ↓ select · Enter chooses")
  }

  @Test("The end of the input ends the question, or asks first if answers would be lost")
  func end() {
    var list = list()
    #expect(take(.control("d"), by: &list) == .endOfInput)
    list = self.list(asksBeforeEnd: true)
    #expect(take(.control("d"), by: &list) == .stay)
    #expect(text(list, columns: 80).last == "Leave, and drop what you have entered? Ctrl-D again leaves.")
    #expect(take(.down, .control("d"), by: &list) == .stay)
    #expect(take(.control("d"), by: &list) == .endOfInput)
    #expect(take(.control("c"), by: &list) == .interrupt)
    #expect(take(.control("z"), by: &list) == .suspend)
  }

  @Test("In a low window, the selected word stays visible, and no line reaches the edge")
  func low() {
    var list = list()
    #expect(text(list, rows: 4) == ["What?", "› download", "  edit", "↑ ↓ select · Enter chooses"])
    _ = take(.end, by: &list)
    #expect(text(list, rows: 4) == ["What?", "  exit", "› quit", "↑ ↓ select · Enter chooses"])
    #expect(text(list, rows: 2) == ["What?", "› quit"])
    #expect(text(list, rows: 1) == ["› quit"])
    #expect(text(list, columns: 6, rows: 4) == ["What?", "  ex…", "› qu…", "↑ ↓ …"])
  }

  @Test("A long question is wrapped, with the typed text behind it, and leaves room for a choice and the footer")
  func longQuestion() {
    let question = "Which of all these cakes shall we bring to the party tonight?"
    var list = ChoiceList(question, words: Self.choices.words, asksBeforeEnd: false) { Self.choices.find($0) }
    #expect(take(.character("e"), .character("d"), by: &list) == .stay)
    let lines = ["Which of all these cakes shall we bring", "to the party tonight? ed", "› edit"]
    #expect(text(list) == lines + ["↑ ↓ select · Enter chooses"])
    #expect(text(list, rows: 3) == [lines[0], lines[2], "↑ ↓ select · Enter chooses"])
    #expect(take(.escape, by: &list) == .stay)
    for rows in 1...8 { #expect(text(list, rows: rows).count == min(rows, 7)) }
  }

  @Test("A paste of combining marks hides the choices without comparing them, which would take hours")
  func marks() {
    var list = list()
    let marks = "a" + String(repeating: "\u{301}\u{316}", count: 250_000)
    #expect(take(.paste(marks), .character("b"), by: &list) == .stay)
    #expect(text(list).last == "No choice has this text · Esc shows all")
  }

  @Test("A list can show rows in place of the words, and leaves the chosen word")
  func rows() {
    let choices = Choices([("tea", 250), ("coffee", 320)], detail: { "\($0)" })
    var list = ChoiceList("What?", words: choices.words, rows: choices.rows, asksBeforeEnd: false) { choices.find($0) }
    #expect(text(list) == ["What?", "› tea     250", "  coffee  320", "↑ ↓ select · Enter chooses"])
    #expect(take(.down, .enter, by: &list) == .chosen(1))
    #expect(list.remains(choosing: 1).text == "What? coffee")
  }
}
