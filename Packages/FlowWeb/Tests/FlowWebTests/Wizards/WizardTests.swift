import FlowChains
import FlowDurable
import FlowForms
import FlowMarkup
import FlowState
import FlowWeb
import Hummingbird
import Logging
import ServiceLifecycle
import Testing
import WebTestSupport

/// The expectations of people of a wizard. Formtools.md names these tests.
@Suite("What people expect of a wizard")
struct WizardTests {
  @Test("The start leads to the first page, which has no way back, and each later page has one")
  func first() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let start = try await visitor.get("/sign-up")
      #expect(start.kind == "start" && start.body.contains("<button class=\"button\">Start now"))
      let first = try await visitor.follow(try await visitor.answer(start, []))
      #expect(first.hidden("flow-visit").hasSuffix("/person#1") && !first.body.contains("class=\"back\""))
      let second = try await visitor.fill(first, ada)
      #expect(second.between("<a class=\"back\" href=\"", "\"") == visitor.path("person"))
    }
  }

  @Test("A form without its hidden inputs, or with one that was changed, is refused as malformed")
  func hidden() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      for name in ["flow-visit", "flow-mode"] {
        let others = page.allHidden.filter { $0.0 != name }
        for value in [nil, "", "x", "1"] as [String?] {
          let hidden = others + (value.map { [(name, $0)] } ?? [])
          #expect(try await visitor.post(visitor.path("person"), hidden + ada).status == 400)
        }
      }
      #expect(try await visitor.post(visitor.path("person"), ada).status == 403)
      #expect(try await site.run(of: visitor).answers().isEmpty)
    }
  }

  @Test("A page begins with the first value of its form, and the next one with its own")
  func initial() async throws {
    let first = FlowForm(BugFlows.Amount(amount: "42"), "First") { field in field.text("amount", \.amount, "Amount") }
    let second = FlowForm(BugFlows.Amount(), "Second") { field in field.text("amount", \.amount, "Amount") }
    let chain = FlowChain("amounts") {
      FlowStepDeclaration.form(first, identifier: "first")
      FlowStepDeclaration.form(second, identifier: "second")
    }
    let flow = try DurableFlow(chain, Any.self, String.self) { _ in nil }
    try await Site.run(serving: flow) { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      #expect(page.body.contains("name=\"amount\" value=\"42\""))
      let next = try await visitor.fill(page, [("amount", "42")])
      #expect(next.title == "Second" && next.body.contains("name=\"amount\" value=\"\""))
      // Without a text of its own, the last page says that this was all.
      #expect(try await visitor.fill(next, [("amount", "1")]).title == "Done")
    }
  }

  @Test("Leaving and starting again begins at the first page, with nothing of before")
  func reset() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let plan = try await visitor.walk(to: "plan")
      try await visitor.fill(try await visitor.get(visitor.path() + "/-/leave"), [])
      try await patiently("The journey was not left") { try await visitor.get("/sign-up").kind == "start" }
      let page = try await visitor.start()
      #expect(page.title == "Who are you?" && page.body.contains("name=\"name\" value=\"\""))
      #expect(try await visitor.answer(plan, [("kind", "free")]).status != 303)
      #expect(try await visitor.standing().title == "Who are you?")
    }
  }

  @Test("Two flows on one server, and two browsers of one flow, share nothing")
  func separate() async throws {
    try await Site.run { site in
      let (one, two) = (site.visitor(), site.visitor())
      try await one.walk(to: "plan")
      #expect(try await two.start().body.contains("name=\"name\" value=\"\""))
      #expect(try await site.run(of: two).values()[ThePerson.self] == nil)
    }
    // The cookies of two flows have two names, and each has the path of its own.
    try await Site.run(in: "/shop") { site in
      let visitor = site.visitor()
      try await visitor.start(at: "/shop/sign-up")
      #expect(visitor.cookies.keys.allSatisfy { $0 == "journey-shop.sign-up /shop/sign-up" })
    }
  }

  @Test("A style of one's own adds something to one page, and the form is part of it")
  func style() async throws {
    struct Own: PageStyle {
      func bottom(_ page: JourneyPage) -> Markup {
        page.title == "Which plan?" ? "<footer>All of \(page.form?.fields.count ?? 0) question</footer>" : ""
      }
    }
    try await Site.run {
      $0.styled(by: Own())
    } body: { site in
      let visitor = site.visitor()
      let person = try await visitor.start()
      #expect(!person.body.contains("<footer>"))
      #expect(try await visitor.fill(person, ada).body.contains("<footer>All of 1 question</footer>"))
    }
  }

  @Test("What the request had at the start is the content of the journey, and its steps have it to the end")
  func content() async throws {
    struct Origin: Codable, Sendable { var referrer: String }
    enum TheOrigin: DurableKey { typealias Value = Origin }
    let word = FlowForm(BugFlows.Word(), "A word") { field in field.text("word", \.word, "Word") }
    let chain = FlowChain("origin") {
      FlowStepDeclaration(Origin.self, Origin.self, identifier: "origin") { origin, _ in origin }.keeping(
        TheOrigin.self)
      FlowStepDeclaration.form(word, identifier: "word")
    }
    let flow = try DurableFlow(chain, Origin.self, String.self, keeping: TheOrigin.self) {
      $0[TheOrigin.self]?.referrer
    }
    let worker = FlowWorker(MemoryStore(timed: WallClock()), running: [flow])
    let router = Router()
    Pages(flow, worker: worker, at: "/sign-up") { request in Origin(referrer: request.headers[.referer] ?? "") }
      .limited(patience: .seconds(30)).ending { PageText($0 ?? "") }
      .add(to: router)
    try await serving(router, worker) { visitor in
      let start = try await visitor.get("/sign-up")
      let begun = try await visitor.post("/sign-up", start.allHidden, headers: ["Referer": "https://example.org"])
      let word = try await visitor.follow(begun)
      #expect(try await visitor.fill(word, [("word", "tea")]).title == "https://example.org")
    }
  }

  /// Serves a router with the pages of any flow while a closure is called.
  private func serving(
    _ router: Router<BasicRequestContext>, _ worker: FlowWorker, _ body: (Visitor) async throws -> Void
  ) async throws {
    let (ports, announce) = AsyncStream<Int>.makeStream()
    let quiet = Logger(label: "wizard") { _ in SwiftLogNoOpLogHandler() }
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0), serverName: nil),
      onServerRunning: { announce.yield($0.localAddress?.port ?? 0) }, logger: quiet)
    let group = ServiceGroup(services: [application], logger: quiet)
    let (serving, working) = (Task { try await group.run() }, Task { try await worker.run() })
    let coming = Task { await ports.first { _ in true } }
    let port = try await coming.value(orSay: "The server did not announce its port") ?? 0
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(Visitor(port: UInt16(port)))) } catch { outcome = .failure(error) }
    await worker.stop()
    await group.triggerGracefulShutdown()
    _ = try? await working.value
    try? await serving.value(orSay: "The server did not end")
    try outcome.get()
  }
}
