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
        #","languages":["en","de"]"#),
      [
        #"Line 1, column 60, $.steps[0].form.title: expected a text in each language of the document, found none for "de"."#,
        #"Line 1, column 75, $.steps[0].form.title.nl: expected a language of the document: "en" or "de", found "nl"."#,
        #"Line 1, column 126, $.steps[0].form.fields[0].label: expected a text in each language of the document, found none for "de"."#,
        #"Line 1, column 144, $.steps[0].form.fields[0].hint: expected a text in each language of the document, found none for "en"."#,
        #"Line 1, column 187, $.steps[0].form.fields[0].options[0].label: expected a text in each language of the document, found none for "de"."#,
        #"Line 1, column 230, $.steps[1].page.title: expected a text in each language of the document, found none for "en"."#,
        #"Line 1, column 305, $.steps[2].title: expected a text in each language of the document, found none for "de"."#,
      ]
    ),
    (
      "tags",
      Passport.document(
        #"{"id":"p","page":{"title":{"english":"P","e":5}}},{"id":"q","page":{"title":{}}},{"id":"r","page":{"title":7}}"#,
        #","languages":["en","EN","x-"]"#),
      [
        #"Line 1, column 60, $.steps[0].page.title: expected a text in each language of the document, found none for "en"."#,
        #"Line 1, column 71, $.steps[0].page.title.english: expected the tag of a language, such as "en" or "de-AT", found the string "english"."#,
        #"Line 1, column 71, $.steps[0].page.title.english: expected a language of the document: "en", found "english"."#,
        #"Line 1, column 79, $.steps[0].page.title.e: expected the tag of a language, such as "en" or "de-AT", found the string "e"."#,
        #"Line 1, column 79, $.steps[0].page.title.e: expected a string, found the integer 5."#,
        #"Line 1, column 79, $.steps[0].page.title.e: expected a language of the document: "en", found "e"."#,
        #"Line 1, column 110, $.steps[1].page.title: expected an object that isn't empty, found an empty object."#,
        #"Line 1, column 110, $.steps[1].page.title: expected a text in each language of the document, found none for "en"."#,
        #"Line 1, column 141, $.steps[2].page.title: expected a string, or an object with texts by language, found the integer 7."#,
        #"Line 1, column 164, $.languages[1]: expected each language once, found the string "EN" again."#,
        #"Line 1, column 169, $.languages[2]: expected the tag of a language, such as "en" or "de-AT", found the string "x-"."#,
      ]
    ),
  ]
}
