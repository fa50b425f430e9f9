import FlowChains
import FlowDocuments
import FlowDurable
import FlowExperiments
import FlowForms
import FlowJSON
import FlowState
import FlowStateTesting
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

  // MARK: Runs

  private static let drink = Passport.document(
    #"{"id":"drink","form":{"title":{"en":"What?","de":"Was?"},"fields":[{"name":"kind","type":"choice","#
      + #""label":{"en":"Drink","de":"Getränk"},"options":["tea",{"value":"wine","refusal":{"en":"No wine.","de":"Kein Wein."}}]}]}},"#
      + #"{"id":"cook","stepkit":[{"title":"T","description":"D"}],"title":{"en":"Recipe","de":"Rezept"}}"#,
    #","languages":["en","de"]"#)

  /// Returns the titles of the page at which a run waits, and of its screen, and the sentence about an answer that is refused.
  private func texts(
    of run: DurableRun<Any, JSONValue>, _ flow: DurableFlow<Any, JSONValue>, _ worker: FlowWorker
  ) async throws -> [String] {
    try await worker.runUntilIdle()
    let assignments = try await run.moment(within: .zero).assignments
    let form = try #require(flow.definition.form(at: "drink", for: assignments))
    guard case .page(let visit) = try await run.rest(within: .zero) else { return [] }
    _ = try await run.answer(
      AnyForm.messageName(of: "drink"), ["value": ["kind": "wine"], "entry": [:]], at: visit.token, within: .zero)
    try await worker.runUntilIdle()
    guard case .page(let again) = try await run.rest(within: .zero) else { return [] }
    let terminal = try TypedLines(["quit"])
    _ = try await flow.definition.screen(at: "cook")?.result(on: terminal.session, with: try await run.values())
    return [form.outline.title, again.refused?.problems.first?.sentence ?? "", try terminal.written()]
  }

  @Test("Each run keeps the language of its start, also at a worker with another one")
  func runs() async throws {
    let document = try FlowDocument(parsing: Self.drink, for: Passport.registry())
    let store = MemoryStore(timed: ManualClock())
    let first = try document.durableFlow()
    let starter = FlowWorker(store, running: [first])
    let german = try await starter.start(first, assignments: [document.reading(in: "de-AT")])
    let english = try await starter.start(first, assignments: [document.reading(in: "en")])
    let plain = try await starter.start(first)
    #expect(document.language(of: try await german.moment(within: .zero).assignments) == "de-AT")
    #expect(document.language(of: try await plain.moment(within: .zero).assignments) == nil)
    // The default of another worker is German, which only runs without a language of their own get.
    let second = try document.durableFlow(language: "de")
    let worker = FlowWorker(store, running: [second])
    for (number, expected) in [
      (german.number, ["Was?", "Kein Wein.", "Rezept"]), (english.number, ["What?", "No wine.", "Recipe"]),
      (plain.number, ["Was?", "Kein Wein.", "Rezept"]),
    ] {
      let run = try #require(try await worker.find(second, number: number))
      let shown = try await texts(of: run, second, worker)
      #expect(Array(shown.prefix(2)) == Array(expected.prefix(2)))
      #expect(shown.last?.contains(expected[2]) == true)
    }
    let unspoken = try #require(try await starter.find(first, number: plain.number))
    #expect(
      first.definition.form(at: "drink", for: try await unspoken.moment(within: .zero).assignments)?.outline.title
        == "What?")
  }

  @Test("Runs of variants keep their language, too")
  func variants() async throws {
    let text = Passport.document(
      #"{"id":"a","page":{"title":{"en":"A","de":"Ah"}}},{"id":"b","page":{"title":{"en":"B","de":"Beh"}}}"#,
      #","languages":["en","de"],"variants":{"weights":{"up":1,"down":1},"orders":{"down":["b","a"]}}"#)
    let document = try FlowDocument(parsing: text, for: Passport.registry())
    let flow = try document.durableFlow()
    let worker = FlowWorker(MemoryStore(timed: ManualClock()), running: [flow])
    let experiment = try #require(document.variants()?.experiment)
    let run = try await worker.start(
      flow, assignments: [document.reading(in: "de"), try experiment.assignment(for: "u", override: "down")])
    try await worker.runUntilIdle()
    guard case .page(let visit) = try await run.rest(within: .zero) else { return #expect(Bool(false)) }
    let assignments = try await run.moment(within: .zero).assignments
    #expect(visit.step == "b" && flow.definition.form(at: "b", for: assignments)?.outline.title == "Beh")
  }

  @Test(
    "The languages of a browser choose one of the document's",
    arguments: [
      ("de", "de"), ("de-AT,de;q=0.9,en;q=0.8", "de"), ("fr, en-GB;q=0.5, de;q=0.7", "de"), ("EN", "en"),
      ("pt", "pt-BR"),
      ("fr;q=1.0, *;q=0.1", nil), ("", nil), ("de;q=0, en;q=0.1", "en"), ("de;q=x,en;q=0.1", "en"), (";;,,de q", nil),
      (" de ; q=0.5 ,\ten", "en"), ("en;q=2, de;q=0.1", "de"),
      (String(repeating: "fr,", count: 400) + "de", nil),
    ] as [(String, String?)])
  func browsers(_ header: String, _ language: String?) throws {
    let document = try FlowDocument(parsing: Self.text, for: Passport.registry())
    #expect(document.language(accepting: header) == language)
  }

  @Test("A document that doesn't declare its languages is read in the first one of the browser")
  func undeclaredBrowsers() throws {
    let text = Passport.document(#"{"id":"bye","page":{"title":{"nl":"Einde","sv":"Slut"}}}"#)
    let document = try FlowDocument(parsing: text, for: Passport.registry())
    #expect(document.language(accepting: "fr;q=0.5, sv-SE") == "sv-SE")
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
