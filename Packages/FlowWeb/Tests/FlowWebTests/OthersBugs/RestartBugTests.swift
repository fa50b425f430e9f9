import FlowChains
import FlowDurable
import FlowForms
import FlowState
import FlowStateTesting
import FlowWeb
import Testing
import WebTestSupport

@Suite("Others' bugs: restarts, deploys, and time")
struct RestartBugTests {
  // phoenixframework/phoenix_live_view#278 and #1273: a rolling deploy lost what people had typed, as it was in the memory of
  // the process. #768: after a restart that was fast, recovery failed, with a new token.
  @Test("A page of the process before is taken by the next one, with its problems and then without")
  func deploy() async throws {
    let folder = try TemporaryFolder()
    let key = String(repeating: "k", count: 32)
    let store = try FileStore(at: folder.path("0.journal"))
    let (visitor, page) = try await Site.run(on: store) {
      $0.keyed(by: key)
    } body: { site in
      let visitor = site.visitor()
      return (visitor, try await visitor.start())
    }
    try await store.close()
    let next = try FileStore(at: folder.path("0.journal"))
    try await Site.run(on: next) {
      $0.keyed(by: key)
    } body: { site in
      let visitor = visitor.moved(to: site.port)
      let wrong = try await visitor.answer(page, [("name", "Ada"), ("email", "nonsense")])
      #expect(wrong.status == 422 && wrong.body.contains("value=\"nonsense\"") && wrong.body.contains("value=\"Ada\""))
      #expect(try await visitor.fill(page, ada).title == "Which plan?")
    }
    try await next.close()
  }

  // phoenixframework/phoenix_live_view#1653: after a restart, a page was connected again, and nothing on it worked.
  @Test("Each page that was open at a restart still leads on", arguments: ["person", "plan", "note", "check"])
  func restart(_ step: String) async throws {
    let folder = try TemporaryFolder()
    let store = try FileStore(at: folder.path("0.journal"))
    let (visitor, page) = try await Site.run(on: store) { site in
      let visitor = site.visitor()
      return (visitor, try await visitor.walk(to: step))
    }
    try await store.close()
    let next = try FileStore(at: folder.path("0.journal"))
    try await Site.run(on: next) { site in
      let visitor = visitor.moved(to: site.port)
      let entries = ["person": ada, "plan": [("kind", "paid")], "note": [("text", "By noon")], "check": []]
      let reply = try await visitor.answer(page, entries[step] ?? [])
      #expect(reply.status == 303)
      let following = try await visitor.follow(reply)
      #expect(following.status == 200 && following.hidden("flow-visit") != page.hidden("flow-visit"))
    }
    try await next.close()
  }

  @Test("A person at a page that a new version doesn't have reads that somebody must look at it")
  func unknownPage() async throws {
    func flow(_ step: String) throws -> DurableFlow<Any, String> {
      let word = FlowForm(BugFlows.Word(), "A word") { field in field.text("word", \.word, "Word") }
      let chain = FlowChain("word") { FlowStepDeclaration.form(word, identifier: step).keeping(BugFlows.TheWord.self) }
      return try DurableFlow(chain, Any.self, String.self, keeping: BugFlows.TheWord.self) { _ in "done" }
    }
    let store = MemoryStore(timed: WallClock())
    let key = String(repeating: "k", count: 32)
    let visitor = try await Site.run(on: store, serving: try flow("word")) {
      $0.keyed(by: key)
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      #expect(page.title == "A word")
      return visitor
    }
    try await Site.run(on: store, serving: try flow("phrase")) {
      $0.keyed(by: key)
    } body: { site in
      let visitor = visitor.moved(to: site.port)
      let page = try await visitor.get(visitor.path())
      #expect(page.kind == "parked" && page.title == "This takes longer than usual")
    }
  }

  // livewire/livewire#537 and #2822, coldbox-modules/cbwire#172: a page that was left open for longer than the session said
  // "expired" when it was sent, and what was typed was gone.
  @Test("A page without a time limit is taken after a month")
  func month() async throws {
    let clock = ManualClock()
    try await Site.run(on: MemoryStore(timed: clock)) { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      clock.advance(by: .seconds(30 * 86_400))
      #expect(try await visitor.fill(page, ada).title == "Which plan?")
    }
  }

  // department-of-veterans-affairs/va.gov-team#20543: after the session had ended, the pages looked as before, without what was
  // entered and without a word. Cotonti/Cotonti#770: what was sent then was lost.
  @Test("An answer after the time of its page is shown, with a sentence that says why it isn't saved")
  func late() async throws {
    let clock = ManualClock()
    let flow = try signUpFlow(within: .seconds(600))
    try await Site.run(on: MemoryStore(timed: clock), serving: flow) { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      // The time is announced before: alphagov/govuk-design-system-backlog#104.
      #expect(page.body.contains("Answer within 10 minutes."))
      clock.advance(by: .seconds(700))
      try await patiently("The page did not expire") {
        try await visitor.get(visitor.path()).location == visitor.path("plan")
      }
      let reply = try await visitor.answer(page, ada)
      #expect(reply.status == 409 && reply.body.contains("The time for this page was over before you sent it."))
      #expect(reply.body.contains("Ada") && reply.body.contains("ada@example.org"))
    }
  }

  // migtools/mig-ui#359: an error after the last page closed the wizard, and all of its values were lost.
  @Test("A refusal of the last page keeps all answers, so that one of them can be changed")
  func refused() async throws {
    let word = FlowForm(BugFlows.Word(), "A word") { field in field.text("word", \.word, "Word") }
    let check = FlowForm(Confirmed(), "Check your answers") { _ in }
    let chain = FlowChain("word") {
      FlowStepDeclaration.form(word, identifier: "word").keeping(BugFlows.TheWord.self)
      FlowStepDeclaration.form(check, identifier: "check").alwaysAsking().checking { _, values in
        if try values[BugFlows.TheWord.self]?.word == "sold" { throw AnswerRefused("That is sold out now.") }
      }
    }
    let flow = try DurableFlow(chain, Any.self, String.self, keeping: BugFlows.TheWord.self) { _ in "done" }
    try await Site.run(serving: flow) { site in
      let visitor = site.visitor()
      let page = try await visitor.fill(try await visitor.fill(try await visitor.start(), [("word", "sold")]), [])
      #expect(page.kind == "check" && page.body.contains("That is sold out now."))
      #expect(page.body.contains("<dd><div><bdi>sold<"))
      #expect(page.body.contains("<title>Error: "))
      let again = try await visitor.fill(try await visitor.get(visitor.path("word")), [("word", "tea")])
      #expect(again.kind == "check" && !again.body.contains("sold"))
      #expect(try await visitor.fill(again, []).kind == "ended")
    }
  }

  // enonic/xp#4585, wizards that a reload closed; appirio-tech/connect-app#1205, pages that had no address of their own.
  @Test("Each page can be loaded again, and has an address of its own", arguments: ["person", "plan", "note", "check"])
  func reload(_ step: String) async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.walk(to: step)
      for _ in 0..<2 {
        let again = try await visitor.get(visitor.path(step))
        #expect(again.status == 200 && again.title == page.title && again.allHidden.map(\.1) == page.allHidden.map(\.1))
      }
    }
  }

  // orbeon/orbeon-forms#1957: the page that waits for the server spun for ever after the session had ended.
  @Test("The page of work of a journey that is gone says so")
  func gone() async throws {
    let works = Works(holding: ["charge"])
    try await Site.run(works) { site in
      let visitor = site.visitor()
      let reply = try await visitor.answer(try await visitor.walk(to: "plan"), [("kind", "paid")])
      #expect(try await visitor.follow(reply).kind == "working")
      try await Site.run { empty in
        let late = visitor.moved(to: empty.port)
        let page = try await late.get(late.path())
        #expect(page.status == 404 && page.kind == "error" && page.body.contains("href=\"/sign-up\""))
      }
      works.letGo("charge")
    }
  }

  // basiltt/xstate-statemachine#44 and statelyai/xstate#4627: a machine that was restored said that it ran, and nothing would
  // ever move it on, as what it had begun wasn't begun again.
  @Test("A step that was at work at a restart is done, and a page follows it")
  func atWork() async throws {
    let folder = try TemporaryFolder()
    let first = try FileStore(at: folder.path("0.journal"))
    let (walker, check) = try await Site.run(on: first) { site in
      let visitor = site.visitor()
      return (visitor, try await visitor.walk(to: "check"))
    }
    try await first.close()
    let (held, store) = (Works(holding: ["create"]), try FileStore(at: folder.path("0.journal")))
    let visitor = try await Site.run(held, on: store) { site in
      let visitor = walker.moved(to: site.port)
      #expect(try await visitor.answer(check, []).status == 303)
      #expect(try await visitor.get(visitor.path()).kind == "working")
      try folder.copy("0.journal", "1.journal")
      held.letGo("create")
      return visitor
    }
    try await store.close()
    let (works, next) = (Works(), try FileStore(at: folder.path("1.journal")))
    try await Site.run(works, on: next) { site in
      let visitor = visitor.moved(to: site.port)
      try await patiently("The work was not done") { try await visitor.get(visitor.path()).kind == "ended" }
    }
    try await next.close()
    #expect(works.done == ["create"])
  }
}
