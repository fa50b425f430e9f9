import FlowJSON
import Hub
import Testing

@Suite("Explanations of paths")
struct HubPathExplanationTests {
  private static let title = HubJSONPath().member("text").member("title").stringPath
  private static let titles = HubJSONPath().member("body").elements.member("title").stringPath

  @Test(
    "An explanation has the value of a path, or where the path ended and what was found there",
    arguments: [
      (["text": ["title": "Soup"]], #"text.title gave the string "Soup"."#),
      ([:], #"text.title gave nothing. At $: expected a member "text", found an empty object."#),
      (
        ["text": "Soup"],
        #"text.title gave nothing. At $.text: expected an object with "title", found the string "Soup"."#
      ),
      (
        ["text": ["a": 1, "b": 2, "c": 3, "d": 4, "e": 5]],
        #"text.title gave nothing. At $.text: expected a member "title", found an object with "a", "b", "c", "d" and 1 more."#
      ),
      (["text": ["title": nil]], "text.title gave nothing. At $.text.title: expected a string, found null."),
      (["text": ["title": 5]], "text.title gave nothing. At $.text.title: expected a string, found the integer 5."),
      (7, #"text.title gave nothing. At $: expected an object with "text", found the integer 7."#),
    ] as [(JSONValue, String)])
  func single(document: JSONValue, text: String) {
    #expect(Self.title.explanation(of: document).description == text)
  }

  @Test(
    "An array is explained by the element where the path got furthest",
    arguments: [
      (["body": 5], "body[].title gave nothing. At $.body: expected an array, found the integer 5."),
      (["body": []], "body[].title gave nothing. At $.body: expected an element, found an empty array."),
      (
        ["body": [3, ["title": 4], ["title": 5]]],
        "body[].title gave nothing. At $.body[1].title: expected a string, found the integer 4."
      ),
      (["body": [3, ["title": "A"], ["title": "B"]]], #"body[].title gave 2 values, the first the string "A"."#),
    ] as [(JSONValue, String)])
  func elements(document: JSONValue, text: String) {
    #expect(Self.titles.explanation(of: document).description == text)
  }

  @Test("Each combined path is explained, and a block is named")
  func combined() {
    let path = HubJSONPath().member("A").compactMap(named: "visible") { $0 == true ? .some($0) : .none }
      .combined(with: HubJSONPath().member("B")).stringPath
    #expect(
      path.explanation(of: ["A": 1]).description
        == """
        (A{visible} | B) gave nothing. At $.A: expected a value that the block "visible" keeps, found the integer 1. \
        At $: expected a member "B", found an object with "A".
        """)
    #expect(path.explanation(of: ["A": true, "B": "b"]).found.map(\.location.description) == ["$.B"])
    #expect(path.explanation(of: ["A": true, "B": "b"]).failures.isEmpty)
  }

  @Test("A long name in a document is shortened")
  func longNames() {
    let object: JSONObject = [String(repeating: "x", count: 5_000): 1]
    let text = Self.title.explanation(of: .object(object)).description
    #expect(text.count < 150)
    #expect(text.hasSuffix("x…\"."))
    // All scalars together are a single character.
    let character: JSONObject = ["x" + String(repeating: "\u{FE0F}", count: 5_000): 1]
    #expect(Self.title.explanation(of: .object(character)).description.utf8.count < 300)
  }

  @Test("An explanation agrees with the values that a path reads from random documents")
  func agreement() {
    for seed in 0..<40 as Range<UInt64> {
      var documents = RandomDocuments(seed: seed)
      let document = documents.damaged(.object(documents.view()))
      let paths = [
        HubJSONPath().member("body").elements.member("text").member("title"), HubJSONPath().member("header"),
        HubJSONPath().member("body").combined(with: HubJSONPath().member("overlays")).elements.member("children")
          .elements,
      ]
      for path in paths {
        let explanation = path.explanation(of: document)
        #expect(explanation.found.map(\.value) == path.values(startingAt: document))
        #expect(explanation.hasValues == explanation.failures.isEmpty)
        #expect(
          path.stringPath.explanation(of: document).found.count == path.stringPath.values(startingAt: document).count)
      }
    }
  }
}
