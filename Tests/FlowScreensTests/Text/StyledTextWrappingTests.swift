import FlowStateTesting
import TestSupport
import Testing

@testable import FlowScreens

@Suite("StyledText.wrapped(width:)", .usesOneThread)
struct StyledTextWrappingTests {
  @Test(
    "A text is wrapped between words",
    arguments: [
      ("", 5, [""]),
      ("one", 5, ["one"]),
      ("one two three", 8, ["one two", "three"]),
      ("one two", 7, ["one two"]),
      ("one two", 6, ["one", "two"]),
      ("one  two", 4, ["one", "two"]),
      ("one two   ", 7, ["one two"]),
      ("  one two", 6, ["  one", "two"]),
      ("a b c d", 1, ["a", "b", "c", "d"]),
      ("a b c d", 3, ["a b", "c d"]),
    ])
  func words(text: String, width: Int, lines: [String]) {
    #expect(StyledText(text).wrapped(width: width).map(\.text) == lines)
  }

  @Test(
    "A word that is wider than a line is broken at the end of the line",
    arguments: [
      ("abcdefgh", 3, ["abc", "def", "gh"]),
      ("a bcdefgh", 3, ["a", "bcd", "efg", "h"]),
      ("abc", 1, ["a", "b", "c"]),
      ("abc", 0, ["a", "b", "c"]),
      ("abc", -7, ["a", "b", "c"]),
    ])
  func longWords(text: String, width: Int, lines: [String]) {
    #expect(StyledText(text).wrapped(width: width).map(\.text) == lines)
  }

  @Test(
    "A wide character is never split, and an ellipsis replaces one that fits on no line",
    arguments: [
      ("李小龍", 5, ["李小", "龍"]),
      ("李小龍", 2, ["李", "小", "龍"]),
      ("李小龍", 1, ["…", "…", "…"]),
      ("Hello 李小龍", 9, ["Hello 李", "小龍"]),
      ("ab李", 3, ["ab", "李"]),
      ("你好。吗", 4, ["你", "好。", "吗"]),
      ("👩‍👩‍👧👍🏽🇨🇭", 4, ["👩‍👩‍👧👍🏽", "🇨🇭"]),
    ])
  func wide(text: String, width: Int, lines: [String]) {
    #expect(StyledText(text).wrapped(width: width).map(\.text) == lines)
  }

  @Test(
    "Brackets, quotation marks and punctuation stay with their wide characters",
    arguments: [
      ("ab (李小龍)", 4, ["ab", "(李", "小", "龍)"]), ("a李」", 3, ["a", "李", "」"]), ("a李」」」", 5, ["a", "李」", "」」"]),
      ("李小(龍", 5, ["李小", "(龍"]), ("李小(龍", 6, ["李小", "(龍"]), ("李小[“龍”]", 9, ["李小", "[“龍”]"]),
      ("「李」「小」", 6, ["「李」", "「小」"]), ("你好「（小）」", 10, ["你好", "「（小）」"]),
      ("李小.", 4, ["李", "小."]), ("李小!?", 5, ["李", "小!?"]),
      ("キャラ", 4, ["キャ", "ラ"]), ("キャラ", 3, ["キ", "ャ", "ラ"]), ("人々", 3, ["人", "々"]), ("50%李", 4, ["50%", "李"]),
      ("¿李?", 3, ["¿李", "?"]), ("((李", 3, ["((", "李"]), ("👍)", 2, ["👍", ")"]), ("a👍).", 4, ["a", "👍)."]),
      // A line can break at a space, also after a bracket.
      ("( 李", 3, ["(", "李"]),
    ])
  func brackets(text: String, width: Int, lines: [String]) {
    #expect(StyledText(text).wrapped(width: width).map(\.text) == lines)
  }

  @Test("A bracket is not separated from a wide character if the line holds both", arguments: 6...12)
  func manyBrackets(width: Int) {
    var random = SeededGenerator(seed: UInt64(width))
    for _ in 0..<2_000 {
      let units = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        ["李", "「李", "李」", "「李」", "（李", "李）", "李。", "a", " "].randomElement(using: &random) ?? " "
      }
      // The spaces before the first word stay with it.
      let lines = StyledText("a" + units.joined()).wrapped(width: width).map(\.text)
      for line in lines {
        #expect(!"「（".contains(line.last ?? "a") && !"」）。".contains(line.first ?? "a"), "\(units): \(lines)")
        #expect(line.displayWidth <= width)
      }
    }
  }

  @Test(
    "Line breaks are kept, and control characters are shown as codes",
    arguments: [
      ("a\nb", ["a", "b"]),
      ("a\r\n\r\nb\n", ["a", "", "b", ""]),
      ("a\tb", ["a b"]),
      ("a\u{1B}[2Jb", ["a\\u{1B}[2Jb"]),
      ("a\rb", ["a\\u{D}b"]),
      ("a\u{2028}b", ["a\\u{2028}b"]),
    ])
  func lineBreaks(text: String, lines: [String]) {
    #expect(StyledText(text).wrapped(width: 40).map(\.text) == lines)
  }

  @Test("A joiner at the end of a line is omitted")
  func joiners() {
    let text = StyledText("é\u{200D}👧")
    for (width, lines) in [(1, ["é", "…"]), (2, ["é", "👧"]), (3, ["é\u{200D}👧"])] {
      // Compares scalars, because comparing characters ignores some invisible ones.
      let drawn = text.wrapped(width: width).map { Array($0.text.unicodeScalars) }
      #expect(drawn == lines.map { Array($0.unicodeScalars) })
    }
  }

  @Test("Styles continue across line breaks")
  func styles() {
    let text = StyledText("one ", .bold) + StyledText("two three", .red)
    #expect(
      text.wrapped(width: 7) == [StyledText("one ", .bold) + StyledText("two", .red), StyledText("three", .red)])
  }

  @Test("A text in one style is wrapped in the same way as a text in two styles", arguments: 1...8)
  func bothWays(width: Int) {
    var random = SeededGenerator(seed: UInt64(width))
    for _ in 0..<2_000 {
      let text = String(
        (0..<Int.random(in: 1...24, using: &random)).map { _ in "ab ü─ \t\n…".randomElement(using: &random) ?? " " })
      // A text with two styles is wrapped by its characters.
      let place = text.index(text.startIndex, offsetBy: Int.random(in: 0..<text.count, using: &random))
      let styled = StyledText(String(text[..<place]), .bold) + StyledText(String(text[place...]), .dim)
      #expect(
        StyledText(text).wrapped(width: width).map(\.text) == styled.wrapped(width: width).map(\.text),
        "\(text.debugDescription)")
    }
  }

  @Test("A scalar that covers one column is printable and has a display width of 1")
  func columns() {
    for scalar in (0...0xFFFF).compactMap(Unicode.Scalar.init) where scalar.coversOneColumn {
      #expect(Character(scalar).displayWidth == 1)
      #expect(String(scalar).printable == String(scalar))
      #expect(("a" + String(scalar) + "─").count == 3)
    }
  }
}
