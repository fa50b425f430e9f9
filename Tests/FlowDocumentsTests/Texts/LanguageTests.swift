import FlowDocuments
import FlowDurable
import FlowForms
import FlowJSON
import FlowState
import Testing

/// The texts of documents in several languages.
struct LanguageTests {
  private static let text = Passport.document(
    #"{"id":"country","form":{"title":{"en":"Where?","de":"Wo?","pt-BR":"Onde?"},"fields":[{"name":"country","type":"choice","#
      + #""label":{"en":"Country","de":"Land","pt-BR":"País"},"hint":"ISO","options":[{"value":"UK","label":{"en":"Britain","de":"Britannien","pt-BR":"Reino"}},"other"]}]}},"#
      + #"{"id":"bye","page":{"title":{"de":"Ende","en":"End","pt-BR":"Fim"}}}"#, #","languages":["en","de","pt-BR"]"#)

  private static let expected = [
    (nil, "Where?"), ("de", "Wo?"), ("DE-at", "Wo?"), ("pt-BR", "Onde?"), ("pt", "Onde?"), ("pt-PT", "Onde?"),
    ("fr", "Where?"), ("", "Where?"),
  ]

  @Test("A person reads the texts of the language that fits best", arguments: expected)
  func choosing(_ language: String?, _ title: String) throws {
    let document = try FlowDocument(parsing: Self.text, for: Passport.registry())
    #expect(document.languages == ["en", "de", "pt-BR"])
    #expect(document.chain(language: language)["country"]?.form?.outline.title == title)
  }

  @Test("Labels, hints, options and pages are in the language of the flow, in memory and durable")
  func everywhere() async throws {
    let document = try FlowDocument(parsing: Self.text, for: Passport.registry())
    let outline = try #require(document.durableFlow(language: "de").definition.form(at: "country")?.outline)
    #expect(outline.fields.map(\.label) == ["Land"] && outline.fields.map(\.hint) == ["ISO"])
    let terminal = try TypedLines(["Britannien", ""])
    let result = try await document.flow(on: terminal.session, language: "de").run()
    #expect(result == ["country": ["country": "UK"]])
    #expect(try terminal.written().contains("Ende"))
  }

  @Test("A text that has only other languages is shown in its first one")
  func undeclared() throws {
    let text = Passport.document(#"{"id":"bye","page":{"title":{"nl":"Einde","sv":"Slut"}}}"#)
    let document = try FlowDocument(parsing: text, for: Passport.registry())
    #expect(document.chain(language: "sv")["bye"]?.form?.outline.title == "Slut")
    #expect(document.chain(language: "de")["bye"]?.form?.outline.title == "Einde")
  }

  @Test("The problems of languages are reported with their places", arguments: problems)
  func sentences(_ name: String, _ text: String, _ expected: [String]) {
    #expect(Passport.problems(text) == expected)
  }

  static let problems: [(String, String, [String])] = [
    (
      "missing and unknown languages",
      Passport.document(
        #"{"id":"a","form":{"title":{"en":"A","nl":"B"},"fields":[{"name":"x","type":"choice","label":{"EN":"X"},"hint":{"de":"H"},"options":[{"value":"v","label":{"en":"V"}}]}]}},{"id":"p","page":{"title":{"de":"P"}}},{"id":"s","stepkit":[{"title":"T","description":"D"}],"title":{"en":"S"}}"#,
        #","languages":["en","de"]"#), ["?"]
    ),
    (
      "tags",
      Passport.document(
        #"{"id":"p","page":{"title":{"english":"P","e":5}}},{"id":"q","page":{"title":{}}},{"id":"r","page":{"title":7}}"#,
        #","languages":["en","EN","x-"]"#),
      ["?"]
    ),
  ]
}
