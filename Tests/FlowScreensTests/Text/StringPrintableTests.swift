import FlowScreens
import Testing

@Suite("String.printable")
struct StringPrintableTests {
  @Test(
    "Visible characters are not changed",
    arguments: [
      "", "Bo", "Zoë Müller", "李小龍", "e\u{301}", "👍🏽 ❤️ 👩‍👩‍👧 🏳️‍🌈 👩🏽‍🚀 🇨🇭", "می‌خواهم", "क्‍ष", "שלום", "\\u{1B}",
      "a\u{A0}b", "\u{600}12",
    ])
  func visible(text: String) {
    #expect(Array(text.printable.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(
    "An invisible character is shown as its code",
    arguments: [
      ("\u{1B}[2J", "\\u{1B}[2J"),
      ("a\0b", "a\\u{0}b"),
      ("a\r\n\tb", "a\\u{D}\\u{A}\\u{9}b"),
      ("\u{7F}", "\\u{7F}"),
      ("\u{85}\u{9B}2J", "\\u{85}\\u{9B}2J"),
      ("a\u{202E}b\u{2066}\u{2069}\u{200F}\u{61C}", "a\\u{202E}b\\u{2066}\\u{2069}\\u{200F}\\u{61C}"),
      ("a\u{200B}b\u{FEFF}\u{AD}\u{2060}", "a\\u{200B}b\\u{FEFF}\\u{AD}\\u{2060}"),
      ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
      ("a\u{200D}b", "a\\u{200D}b"),
      ("\u{200D}é", "\\u{200D}é"),
      ("é\u{200C}", "é\\u{200C}"),
      ("é\u{200D}\u{200D}é", "é\\u{200D}\\u{200D}é"),
      ("🏴\u{E0067}\u{E007F}", "🏴\\u{E0067}\\u{E007F}"),
      ("e\u{301}\u{1B}", "e\u{301}\\u{1B}"),
    ])
  func invisible(text: String, shown: String) {
    #expect(text.printable == shown)
  }

  @Test("A long text with many escapes is made printable")
  func long() {
    let text = String(repeating: "\u{1}é", count: 100_000)
    #expect(text.printable.utf8.count == 100_000 * 7)
    #expect(!text.isPrintable)
  }

  @Test("Every control character of ASCII and Latin-1 is shown as its code")
  func controls() {
    for value in Array(UInt8(0)...0x1F) + Array(0x7F...0x9F) {
      let shown = String(Unicode.Scalar(value)).printable
      #expect(shown == "\\u{\(String(value, radix: 16, uppercase: true))}")
    }
  }
}
