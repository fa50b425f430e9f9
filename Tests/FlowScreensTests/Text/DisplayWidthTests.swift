import FlowScreens
import Testing

@Suite("displayWidth")
struct DisplayWidthTests {
  @Test(
    "The display width is the number of columns that a terminal draws",
    arguments: [
      ("", 0), ("Bo", 2), (" ", 1), ("~", 1), ("Zoë", 3), ("e\u{301}", 1),
      // East Asian: ideographs, kana, Hangul as syllables and as letters, full-width and half-width forms.
      ("李小龍", 6), ("かな", 4), ("カ゚", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("Ａ", 2), ("ｶ", 1), ("、", 2),
      ("\u{303F}", 1), ("䷀", 2), ("\u{20000}", 2), ("\u{302E}", 0), ("\u{3164}", 0), ("☰", 2),
      // Emoji: alone, as text, with the selector, with a skin tone, joined, flags, keycaps.
      ("👍", 2), ("👍🏽", 2), ("❤", 1), ("❤️", 2), ("☃", 1), ("☃️", 2), ("⌚", 2), ("©", 1), ("©️", 2), ("™", 1), ("1️⃣", 2),
      ("👩‍👩‍👧", 2), ("🏳️‍🌈", 2), ("👩🏽‍🚀", 2), ("🇨🇭", 2), ("🇨🇭🇩🇪", 4), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("🫨", 2), ("🅰", 1), ("🀄", 2), ("🀀", 1),
      // Letters with marks of their own column, and marks without one.
      ("कि", 2), ("नमस्ते", 4), ("ไก่", 2), ("שָׁלוֹם", 4), ("می\u{200C}خ", 3),
      // Symbols that are narrow, although an East Asian font can draw them wide.
      ("…", 1), ("│", 1), ("█", 1), ("░", 1), ("‹", 1), ("①", 1), ("\u{600}", 1),
    ])
  func width(text: String, columns: Int) {
    #expect(text.displayWidth == columns)
    #expect(StyledText(text).displayWidth == columns)
  }

  @Test(
    "An invisible character has no display width",
    arguments: ["\u{1B}", "\n", "\u{7F}", "\u{200B}", "\u{2028}", "\u{9B}"])
  func invisible(text: String) {
    #expect(text.displayWidth == 0)
  }

  @Test("The display width of a styled text is the sum of its pieces")
  func pieces() {
    #expect((StyledText("李", .bold) + " Bo " + StyledText("👍", .red)).displayWidth == 8)
  }
}
