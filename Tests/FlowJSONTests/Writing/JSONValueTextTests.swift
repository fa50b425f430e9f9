import FlowJSON
import Testing

@Suite("Values as text")
struct JSONValueTextTests {
  @Test(
    "A value has a canonical text",
    arguments: [
      (nil, "null"), (true, "true"), (false, "false"), (0, "0"), (-12, "-12"), (.integer(.min), "-9223372036854775808"),
      (1.0, "1.0"), (537.5975, "537.5975"), (1e21, "1e+21"), (1e16, "1e+16"), (0.1, "0.1"),
      (.number(.leastNonzeroMagnitude), "5e-324"),
      (-0.0, "-0.0"), (.number(.infinity), "null"), (.number(.nan), "null"), ("", ""), ("a \"b\"\n", "a \"b\"\n"),
      ([], "[]"), ([:], "{}"), ([1, "a", nil], #"[1,"a",null]"#),
      (["b": 1, "a": ["d": 2.0, "c": []], "B": [:]], #"{"B":{},"a":{"c":[],"d":2.0},"b":1}"#),
    ] as [(JSONValue, String)])
  func canonical(value: JSONValue, text: String) {
    #expect(value.canonicalText == text)
  }

  @Test(
    "Strings are escaped only where JSON requires it",
    arguments: [
      ("", #""""#), ("a/b é 😀 \u{7F}\u{2028}", "\"a/b é 😀 \u{7F}\u{2028}\""),
      ("\"\\", #""\"\\""#), ("\n\r\t", #""\n\r\t""#),
      ("\0\u{8}\u{C}\u{10}\u{1F}", #""\u0000\u0008\u000c\u0010\u001f""#),
      ("a\"b", #""a\"b""#),
    ])
  func strings(string: String, text: String) {
    #expect(JSONValue.string(string).jsonText == text)
  }

  @Test(
    "Printable text also escapes what could control a terminal, and is read as the same value",
    arguments: [
      ("a/b é 😀", #""a/b é 😀""#), ("", #""""#), ("\u{9B}31m", #""\u009b31m""#),
      ("\u{7F}\u{80}\u{9F}\u{A0}", "\"\\u007f\\u0080\\u009f\u{A0}\""),
      ("\u{2028}\u{2029}", #""\u2028\u2029""#),
      ("\u{61C}\u{200E}\u{200F}\u{202A}\u{202E}\u{2066}\u{2069}", #""\u061c\u200e\u200f\u202a\u202e\u2066\u2069""#),
      ("\u{E0041}\u{FEFF}", #""\udb40\udc41\ufeff""#), ("👩‍👩‍👧", #""👩‍👩‍👧""#), ("é\"\\\n\0", #""é\"\\\n\u0000""#),
    ])
  func printable(string: String, text: String) throws {
    let style = JSONTextStyle(isPrintable: true)
    #expect(JSONValue.string(string).text(style) == text)
    #expect(JSONValue.object([string: 1]).text(style) == "{\(text):1}")
    #expect(try JSONValue(parsing: text) == .string(string))
  }

  static let document: JSONValue = ["b": [1, [], ["x": nil]], "a": [:], "C": ["z": true, "y": "[,{"]]

  @Test(
    "A value is written on one line or many, with its members in order or sorted",
    arguments: [
      (.compact, #"{"b":[1,[],{"x":null}],"a":{},"C":{"z":true,"y":"[,{"}}"#),
      (.compactSorted, #"{"C":{"y":"[,{","z":true},"a":{},"b":[1,[],{"x":null}]}"#),
      (
        .pretty,
        """
        {
          "b": [
            1,
            [],
            {
              "x": null
            }
          ],
          "a": {},
          "C": {
            "z": true,
            "y": "[,{"
          }
        }
        """
      ),
      (
        .prettySorted,
        """
        {
          "C": {
            "y": "[,{",
            "z": true
          },
          "a": {},
          "b": [
            1,
            [],
            {
              "x": null
            }
          ]
        }
        """
      ),
    ] as [(JSONTextStyle, String)])
  func styles(style: JSONTextStyle, text: String) {
    #expect(Self.document.text(style) == text)
  }
}
