import FlowDocuments
import FlowDurable
import FlowForms
import FlowJSON
import FlowState
import FlowStateTesting
import Nimbus
import Testing

/// The screens of documents in memory and in durable runs.
struct ScreenRunTests {
  private let log = Passport.Log()
  private var registry: FlowRegistry { Kitchen.registry(log) }

  private static let name = #"{"id":"name","form":{"fields":[{"name":"first"}]}},"#

  @Test("A list of StepKit gives its last step and its answers as texts")
  func steps() async throws {
    let text = Passport.document(#"{"id":"cook","stepkit":\#(Kitchen.steps),"title":"Dough"}"#)
    let (result, written) = try await TypedLines.play(text, for: registry, "press", "tick")
    #expect(result == ["cook": ["last": "yeast", "answers": ["milk": "pressed", "yeast": "ticked"]]])
    #expect(written.contains("Dough") && written.contains("Warm it."))
  }

  @Test("A view of Nimbus reads the states of the document, and gives the action and the value that ended it")
  func view() async throws {
    let text = Passport.document(
      Self.name + #"{"id":"book","nimbus":\#(Kitchen.view),"states":{"who":"@{name.first}"},"#
        + #""routes":[{"to":"sorry","when":"@{eq(book.action, 'flow:finish')}"},{"to":"end"}]},"# + Kitchen.page)
    let (booked, written) = try await TypedLines.play(text, for: registry, "Ada", "", "press yes")
    #expect(booked?["book"] == ["action": "flow:complete", "value": ["table": "window", "seats": 2]])
    #expect(written.contains("For Ada"))
    let (refused, sorry) = try await TypedLines.play(text, for: registry, "Ada", "", "press no", "")
    #expect(refused?["book"] == ["action": "flow:finish", "value": nil])
    #expect(sorry.contains("Sorry"))
  }

  @Test("A view of Hub gives the item, its title, the action and the data of its target")
  func menu() async throws {
    let text = Passport.document(#"{"id":"eat","hub":\#(Kitchen.menu)}"#)
    let (soup, _) = try await TypedLines.play(text, for: registry, "press soup")
    #expect(soup?["eat"] == ["item": "soup", "title": "Soup", "action": "flow:choose", "data": ["cents": 450]])
    let (bread, _) = try await TypedLines.play(text, for: registry, "press bread")
    #expect(bread?["eat"] == ["item": "bread", "title": "Bread", "action": "food:add"])
  }

  @Test("A screen that is left ends the run in memory, without a value")
  func left() async throws {
    let text = Passport.document(#"{"id":"cook","stepkit":\#(Kitchen.steps)},"# + Kitchen.page)
    let (result, written) = try await TypedLines.play(text, for: registry, "press", "quit")
    #expect(result == [:] && !written.contains("Sorry"))
  }

  @Test(
    "A document by its URL is fetched when its step starts, with the values of the run",
    arguments: [
      ("stepkit", "/dough", ["press", "tick"]), ("hub", "/menu", ["press soup"]), ("nimbus", "/book", ["press yes"]),
    ])
  func fetched(_ system: String, _ url: String, _ lines: [String]) async throws {
    let text = Passport.document(
      Self.name + #"{"id":"show","\#(system)":{"url":"/@{name.first}"}}"#)
    let terminal = try TypedLines([String(url.dropFirst()), ""] + lines)
    let document = try FlowDocument(parsing: text, for: registry)
    let result = try await document.flow(on: terminal.session).run()
    #expect(result?["show"] != nil && log.lines == ["load \(url)"])
    _ = try terminal.written()
  }

  static let failures = [
    ("hub", "/nowhere", "The document of Hub at '/nowhere' can't be loaded: There is no such page."),
    (
      "stepkit", "/broken",
      "The document of StepKit at '/broken' is not as expected: Line 1, column 2: expected a value, found the end of the text."
    ),
    (
      "stepkit", "/wrong",
      "The document of StepKit at '/wrong' is not as expected: Line 1, column 2, $[0].description: expected a string, found nothing."
    ),
    (
      "nimbus", "/form",
      #"The document of Nimbus at '/form' is not as expected: Line 1, column 69, $.properties.onPress[0]["_:action"]: expected an action: "condition", "dismiss", "flow:complete", "flow:finish", "log", "openUrl", "pop", "popTo", "present", "push", "sendRequest", "setState" or "triggerViewEvent", found "flow:end"."#
    ),
    (
      "nimbus", "/dough",
      #"The document of Nimbus at '/dough' is not as expected: Line 1, column 1, $: expected an object with "_:component", found an array."#
    ),
  ]

  @Test("A document that can't be loaded, or doesn't fit, fails its step with a sentence", arguments: failures)
  func failing(_ system: String, _ url: String, _ sentence: String) async throws {
    let step = #"{"id":"show","\#(system)":{"url":"\#(url)"}"#
    let (alone, registry) = (Passport.document(step + "}"), registry)
    let error = await #expect(throws: FlowError.self) { try await TypedLines.play(alone, for: registry) }
    #expect(error?.rootCause.map { "\($0)" } == sentence)
    let caught = Passport.document(
      step + #","routes":[{"to":"sorry","when":"failed"},{"to":"end"}]},"# + Kitchen.page)
    let (_, written) = try await TypedLines.play(caught, for: registry, "")
    #expect(written.contains("Sorry"))
  }

  @Test("A screen that stands in a document is read once, and not for each visit")
  func readOnce() async throws {
    let configurations = Passport.Log()
    var registry = registry
    registry.nimbus {
      configurations.add("made")
      return NimbusConfiguration()
    }
    let book = { (id: String) in #"{"id":"\#(id)","nimbus":\#(Kitchen.view)}"# }
    let document = try FlowDocument(
      parsing: Passport.document(book("first") + "," + book("second")), for: registry)
    #expect(configurations.lines.count == 2)
    for _ in 0..<2 {
      let terminal = try TypedLines(["press yes", "press yes"])
      #expect(try await document.flow(on: terminal.session).run()?["second"]?["action"] == "flow:complete")
      _ = try terminal.written()
    }
    // Each screen that is shown has a configuration of its own.
    #expect(configurations.lines.count == 2 + 4)
  }

  @Test("An action of the program ends a screen with any value, also that of a durable run")
  func ownAction() async throws {
    var registry = registry
    registry.nimbus {
      var configuration = NimbusConfiguration()
      configuration.libraries = [
        NimbusSwiftUILibrary("app").addAction("buy") { try $0.completeStep(with: JSONValue.string("soup")) }
      ]
      return configuration
    }
    let text = Passport.document(
      #"{"id":"m","nimbus":{"_:component":"layout:button","id":"yes","properties":{"text":"Buy","#
        + #""onPress":[{"_:action":"app:buy"}]}},"routes":[{"to":"sorry","when":"@{not(eq(m, 'soup'))}"},{"to":"end"}]},"#
        + Kitchen.page)
    #expect(try FlowDocument(parsing: text, for: registry).durableFlow().definition.screen(at: "m")?.results == [nil])
    let (worker, run, flow) = try await start(text, registry)
    try await show(worker, run, flow, "press yes")
    #expect(try await run.summary().state.kind == .ended)
    #expect(try await run.values()[DocumentValues.self]?["m"] == "soup")
  }

  @Test("The results of a screen are its choices, and fit what routes read")
  func results() throws {
    let flow = try FlowDocument(parsing: Kitchen.text, for: registry).durableFlow()
    let results = { (step: String) in try #require(flow.definition.screen(at: step)).results }
    #expect(
      try results("eat") == [
        ["item": "soup", "title": "Soup", "action": "flow:choose", "data": ["cents": 450]],
        ["item": "bread", "title": "Bread", "action": "food:add"],
      ])
    #expect(
      try results("book") == [
        ["action": "flow:complete", "value": ["table": "window", "seats": 2]], ["action": "flow:finish", "value": nil],
      ])
    #expect(try results("cook") == [["last": "yeast", "answers": ["milk": "pressed", "yeast": "ticked"]]])
    #expect(try results("more") == [["answers": [:], "last": "text"]])
    #expect(try results("last") == [["action": "flow:complete", "value": nil]])
  }

  // MARK: Durable

  private func start(
    _ text: String, _ registry: FlowRegistry? = nil
  ) async throws -> (FlowWorker, DurableRun<Any, JSONValue>, DurableFlow<Any, JSONValue>) {
    let flow = try FlowDocument(parsing: text, for: registry ?? self.registry).durableFlow()
    let worker = FlowWorker(MemoryStore(timed: ManualClock()), running: [flow])
    let run = try await worker.start(flow, nil)
    try await worker.runUntilIdle()
    return (worker, run, flow)
  }

  /// Shows the screen at which a run waits, and sends its result.
  private func show(
    _ worker: FlowWorker, _ run: DurableRun<Any, JSONValue>, _ flow: DurableFlow<Any, JSONValue>, _ lines: String...
  ) async throws {
    guard case .page(let visit) = try await run.rest(within: .zero) else { return #expect(Bool(false)) }
    let terminal = try TypedLines(lines)
    let screen = try #require(flow.definition.screen(at: visit.step))
    let result = try await screen.result(on: terminal.session, with: try await run.values()[DocumentValues.self])
    _ = try terminal.written()
    if let result {
      _ = try await run.answer(DocumentScreen.messageName(of: visit.step), result, at: visit.token, within: .zero)
    }
    try await worker.runUntilIdle()
  }

  @Test("A durable run waits for the result of a screen, and takes it as a message")
  func durable() async throws {
    let text = Passport.document(
      #"{"id":"eat","hub":\#(Kitchen.menu)},"#
        + #"{"id":"cook","stepkit":{"url":"/@{condition(eq(eat.item, 'soup'), 'dough', 'nowhere')}"},"#
        + #""routes":[{"to":"sorry","when":"failed"},{"to":"end"}]},"# + Kitchen.page)
    let (worker, run, flow) = try await start(text)
    try await show(worker, run, flow, "quit")
    #expect(try await run.summary().position == "eat")
    try await show(worker, run, flow, "press soup")
    #expect(try await run.summary().position == "cook")
    try await show(worker, run, flow, "press", "tick")
    #expect(try await run.values()[DocumentValues.self]?["cook"]?["last"] == "yeast")
    #expect(try await run.summary().state.kind == .ended)
    let (other, second, same) = try await start(text)
    try await show(other, second, same, "press bread")
    try await show(other, second, same)
    #expect(try await second.summary().position == "sorry")
  }

  @Test("A message that isn't a result of the screen is refused with a sentence, and the run waits on")
  func forged() async throws {
    let (worker, run, flow) = try await start(Passport.document(#"{"id":"eat","hub":\#(Kitchen.menu)}"#))
    for (forged, sentence): (JSONValue, String) in [
      (["item": "soup"], "one of the strings \"flow:choose\" or \"food:add\" at $.action, found nothing"),
      (
        ["item": "soup", "action": "shop:steal"],
        "one of the strings \"flow:choose\" or \"food:add\" at $.action, found another one"
      ), ("soup", "an object at $, found a string"),
      (["failure": "no"], "one of the strings \"flow:choose\" or \"food:add\" at $.action, found nothing"),
    ] {
      guard case .page(let visit) = try await run.rest(within: .zero) else { return #expect(Bool(false)) }
      _ = try await run.answer(DocumentScreen.messageName(of: "eat"), forged, at: visit.token, within: .zero)
      try await worker.runUntilIdle()
      guard case .page(let again) = try await run.rest(within: .zero) else { return #expect(Bool(false)) }
      #expect(
        again.refused?.problems.map(\.sentence) == ["The result of the screen isn't as expected: expected \(sentence)."]
      )
    }
    try await show(worker, run, flow, "press soup")
    #expect(try await run.summary().state.kind == .ended)
  }
}
