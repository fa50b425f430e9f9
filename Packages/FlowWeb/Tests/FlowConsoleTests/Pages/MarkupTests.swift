import FlowDurable
import FlowJSON
import FlowMarkup
import FlowPictures
import FlowState
import Testing
import WebServing

@testable import FlowConsole

/// The markup, forms, and texts of pages.
struct MarkupTests {
  @Test("Markup escapes interpolated text, but not interpolated markup")
  func escaping() {
    let name = "<b a=\"1\" c='2'>&"
    let inner: Markup = "<i>\(name)</i>"
    #expect(inner.text == "<i>&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;</i>")
    let outer: Markup = "<p>\(inner)\([inner])\(nil as Markup?)\(7)</p>"
    #expect(outer.text == "<p>\(inner.text)\(inner.text)7</p>")
    #expect(Markup.said("\u{202E}a\u{0}\u{1B}\u{85}\n").text == "<bdi>\u{202E}a\u{FFFD}\u{FFFD}\u{FFFD}\n</bdi>")
  }

  @Test(
    "Text survives the encoding in a path and a query",
    arguments: ["", "a b", "ü☃", "a/b?c=d&e#f%25", "+", "\u{0}\u{202E}"])
  func encoding(_ text: String) {
    #expect(text.percentEncoded.percentDecoded() == text)
    #expect(text.percentEncoded.percentDecoded(plusIsSpace: true) == text)
  }

  @Test("Invalid percent encoding stays as it is, and invalid UTF-8 is replaced")
  func wrongEncoding() {
    #expect("%".percentDecoded() == "%")
    #expect("a&b<\u{80}\u{1}é\u{FFFE}\u{FFFD}".escapedForHTML == "a&amp;b&lt;\u{FFFD}\u{FFFD}é\u{FFFD}\u{FFFD}")
    #expect("é ok\n\t".escapedForHTML == "é ok\n\t")
    // The line breaks of a posted text.
    #expect("a\r\nb".escapedForHTML == "a\r\nb")
    #expect("%4".percentDecoded() == "%4")
    #expect("%zz%41".percentDecoded() == "%zzA")
    #expect("%+1".percentDecoded() == "%+1")
    #expect("%FF".percentDecoded() == "\u{FFFD}")
  }

  @Test("The text of a form field is decoded and trimmed, and nil if it is empty")
  func fields() {
    let fields = FormFields("name=a+b&body=%7B%22a%22%3A1%7D&empty=&name=second&flag&&=x& =")
    #expect(fields.text("name") == "a b")
    #expect(fields.text("body") == "{\"a\":1}")
    #expect(fields.text("empty") == nil)
    #expect(fields.text("flag") == nil)
    #expect(fields.text("other") == nil)
    #expect(FormFields("a=%20%20x%0A").text("a") == "x")
  }

  @Test("Private and sealed values aren't shown, wherever they are")
  func redaction() {
    let redaction = Redaction(privateKeys: ["Card"])
    #expect(redaction.shown("4711", named: "Card") == Redaction.privateMark)
    #expect(redaction.shown(["sealed": "abc"], named: "result") == Redaction.sealedMark)
    let state: JSONValue = [
      "values": ["Card": ["value": "4711"], "Other": ["value": ["sealed": "abc"]]], "list": [["sealed": "x"]],
    ]
    let shown: JSONValue = [
      "values": ["Card": Redaction.privateMark, "Other": ["value": Redaction.sealedMark]],
      "list": [Redaction.sealedMark],
    ]
    #expect(redaction.shown(state, named: "state") == shown)
    let open: JSONValue = ["sealed": true, "more": ["sealed": "a", "other": 1]]
    #expect(redaction.shown(open, named: "result") == open)
  }

  @Test(
    "A duration is written in a few characters",
    arguments: [
      (0, "0 ms"), (999, "999 ms"), (1_000, "1 s"), (2_450, "2.4 s"), (59_999, "59 s"), (60_000, "1 min"),
      (5_400_000, "1 h"), (7_200_000, "2 h"), (86_400_000 * 3, "3 d"), (-5, "0 ms"),
    ])
  func durations(_ milliseconds: Int, _ words: String) {
    #expect(Duration.milliseconds(milliseconds).words == words)
  }

  @Test(
    "A number is written in groups of three digits",
    arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")])
  func numbers(_ number: Int, _ words: String) {
    #expect(number.grouped == words)
  }

  @Test(
    "A number is written with a noun in the singular or plural",
    arguments: [(0, "0 runs"), (1, "1 run"), (1_204, "1,204 runs")])
  func nouns(_ number: Int, _ words: String) {
    #expect(number.words(for: "run") == words)
  }

  @Test("A filter is read back from its own path")
  func filter() throws {
    var filter = RunFilter()
    #expect(filter.path("/runs") == "/runs")
    filter.flow = "a b&c"
    filter.state = .ending(.failed)
    filter.age = "1d"
    filter.key = "ü"
    filter.step = "x=y"
    filter.tenant = "acme"
    filter.since = "7d"
    filter.order = .duration
    filter.isAscending = true
    filter.after = RunNumber(rawValue: 17)
    let path = filter.path("/runs")
    #expect(
      path
        == "/runs?state=failed&flow=a%20b%26c&key=%C3%BC&step=x%3Dy&tenant=acme&age=1d&since=7d&sort=duration&up=1&after=17"
    )
    #expect(try RunFilter(FormFields(path.dropFirst("/runs?".count))) == filter)
    #expect(filter.with(nil).after == nil)
  }

  @Test("The time at a percentile is that of the nearest rank")
  func ranks() {
    var sample = FlowSample()
    sample.times["a"] = (1...100).reversed().map { .seconds($0) }
    #expect(sample.time(of: "a", within: 0.5) == .seconds(50))
    #expect(sample.time(of: "a", within: 0.95) == .seconds(95))
    sample.times["a"] = [.seconds(7)]
    #expect(sample.time(of: "a", within: 0.95) == .seconds(7))
    #expect(sample.time(of: "b", within: 0.5) == nil)
  }

  @Test("The style of pictures is in a separate style sheet")
  func pictures() {
    #expect(Picture.style.contains(".flow-chain .parked"))
    #expect(!Picture.markup(nil, named: "F", .init()).text.contains("<style"))
  }
}
