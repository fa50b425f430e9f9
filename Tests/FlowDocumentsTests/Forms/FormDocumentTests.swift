import FlowDocuments
import FlowJSON
import FormDocuments
import Foundation
import TestSupport
import Testing

/// Documents of another form builder as flow documents, compared with a walker that follows that builder's rules.
@Suite(.usesOneThread)
struct FormDocumentTests {
  @Test(
    "The form documents beside the checkout have the pages that the walker finds",
    .enabled(
      if: FormWalker.folder != nil && FormWalker.isThere,
      "There is no folder ../shared/data/form-documents beside the checkout, or no Python 3."))
  func folder() async throws {
    let folder = try #require(FormWalker.folder)
    let count = trials(20, debug: 5, few: 3)
    let lines = try FormWalker.lines("--folder", folder.path, "--trials", "\(count)", "--seed", "39")
    #expect(!lines.isEmpty)
    for line in lines {
      let comparison = await FormComparison(line)
      #expect(comparison.isEqual, "\(comparison.differences)")
    }
  }

  @Test(
    "Random form documents have the pages that the walker finds",
    .enabled(if: FormWalker.isThere, "There is no Python 3."))
  func random() async throws {
    let count = trials(10_000, debug: 100, few: 40)
    let lines = try FormWalker.lines("--random", "\(count)", "--trials", "2", "--seed", "39")
    #expect(lines.count == count)
    var pages = 0
    for line in lines {
      let comparison = await FormComparison(line)
      #expect(comparison.isEqual, "\(comparison.differences)")
      pages += comparison.translation.counts.pages.expressed
    }
    #expect(pages > count)
  }

  // MARK: One rule each

  private static func page(_ path: String, _ components: String, _ next: String, _ more: String = "") -> String {
    #"{"path":"\#(path)","title":"T","components":[\#(components)],"next":[\#(next)]\#(more)}"#
  }

  private func translation(_ pages: String..., conditions: String = "", more: String = "") throws -> FormTranslation {
    let text =
      #"{"startPage":"/a","sections":[{"name":"s","title":"S"}],"lists":[],"pages":[\#(pages.joined(separator: ","))],"#
      + #""conditions":[\#(conditions)]\#(more)}"#
    return FormTranslation(try JSONValue(parsing: text), named: "form")
  }

  private func routes(_ translation: FormTranslation, _ step: Int = 0) -> JSONValue? {
    guard case .array(let steps)? = translation.document["steps"] else { return nil }
    return steps[step]["routes"]
  }

  @Test("A condition becomes an expression, and the route without one comes last")
  func condition() throws {
    let translation = try translation(
      Self.page(
        "/a", #"{"type":"YesNoField","name":"ok","title":"OK"}"#, #"{"path":"/b"},{"path":"/c","condition":"no"}"#),
      Self.page("/b", "", ""), Self.page("/c", "", ""), conditions: #"{"name":"no","value":"ok==false"}"#)
    #expect(routes(translation) == [["to": "c", "when": "@{not(eq(a.ok, 'true'))}"], ["to": "b"]])
    #expect(translation.notes == [])
  }

  @Test("An answer of a page that may not have been seen is tested before it is read, and then the condition is false")
  func unseen() throws {
    let translation = try translation(
      Self.page("/a", "", #"{"path":"/b","condition":"x"},{"path":"/c"}"#),
      Self.page("/b", #"{"type":"TextField","name":"t","title":"T"}"#, #"{"path":"/c"}"#),
      Self.page("/c", "", #"{"path":"/d","condition":"x"}"#), Self.page("/d", "", ""),
      conditions: #"{"name":"x","value":"not (t == 'red')"}"#)
    #expect(routes(translation) == [["to": "b", "when": "@{false}"], ["to": "c"]])
    #expect(routes(translation, 2) == [["to": "d", "when": "@{and(not(isNull(b)), not(eq(b.t, 'red')))}"]])
  }

  @Test(
    "Everything that isn't expressed is reported with its place",
    arguments: [
      (#"{"name":"x","value":"a.b ==="}"#, "$.conditions[0] 'x': The condition is never true, because"),
      (#"{"name":"x","value":"t > u"}"#, "$.pages[0].next: The condition 'x' is never true, because it orders texts"),
      (#"{"name":"x","value":"fac(3) == 6"}"#, "because it calls 'fac'."),
      (
        #"{"name":"x","value":{"name":"x","conditions":[{"field":{"name":"t","type":"RadiosField","display":"t"},"operator":"contains","value":{"type":"Value","value":"a","display":"a"}}]}}"#,
        "a RadiosField has no operator 'contains'"
      ),
    ])
  func reported(condition: String, sentence: String) throws {
    let translation = try translation(
      Self.page(
        "/a", #"{"type":"TextField","name":"t","title":"T"},{"type":"TextField","name":"u","title":"U"}"#,
        #"{"path":"/b","condition":"x"}"#), Self.page("/b", "", ""), conditions: condition)
    #expect(translation.notes.contains { $0.contains(sentence) }, "\(translation.notes)")
    #expect(routes(translation) == [["to": "b", "when": "@{false}"]])
  }

  @Test("Odd pages and routes are reported, and the flow document is sound")
  func odd() throws {
    let translation = try translation(
      Self.page(
        "/a", #"{"type":"Magic","name":"m","title":"M"}"#,
        #"{"path":"/nowhere"},{"redirect":"https://x.example"},{"path":"/b"}"#),
      Self.page("/b", "", #"{"path":"/c"}"#), Self.page("/c", "", #"{"path":"/b"}"#, #","controller":"Other""#),
      Self.page("/a", "", ""), Self.page("/alone", "", ""), more: #","declaration":"Yes""#)
    #expect(
      translation.notes.map { $0.prefix { $0 != ":" } } == [
        "$.pages[0].components[0] 'm'", "$.pages[2].controller", "$.pages[3]", "$.pages[0].next[0]",
        "$.pages[0].next[1]", "$.pages[4]", "$.pages[2].next", "$.declaration",
      ])
    #expect(throws: Never.self) { try FlowDocument(parsing: translation.document.jsonText, for: FlowRegistry()) }
  }

  @Test("A hostile form document becomes a flow document or a report, and never a trap")
  func hostile() {
    let deep = String(repeating: "(", count: 5_000)
    for text in [
      "null", "[]", "{}", #"{"pages":7}"#, #"{"pages":[{}]}"#,
      #"{"pages":[{"path":"/a","components":[{}],"next":[{}]}]}"#,
      #"{"pages":[{"path":"/a","next":[{"path":"/a"}]}],"conditions":[{"name":"x","value":"\#(deep)"}]}"#,
      #"{"pages":[{"path":"/a","components":[{"type":"MultilineTextField","name":"é","options":{"rows":"nan"},"schema":{"max":"inf"}}]}]}"#,
      #"{"pages":[{"path":"/a","next":[{"path":"/a","condition":"x"}]}],"conditions":[{"name":"x","value":"1e999 > 1."}]}"#,
      #"{"pages":[{"path":"/a","next":[{"path":"/a","condition":"x"}]}],"conditions":[{"name":"x","value":"x and x"}]}"#,
    ] {
      let translation = FormTranslation((try? JSONValue(parsing: text)) ?? .null, named: "form")
      _ = try? FlowDocument(parsing: translation.document.jsonText, for: FlowRegistry())
    }
  }
}
