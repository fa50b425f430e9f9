import FlowDurable
import FlowWeb
import Testing
import WebTestSupport

@Suite("Others' bugs: several tabs")
struct TabBugTests {
  // stephrdev/django-formwizard#9: a second tab at the start destroyed the state of the first.
  @Test("A second tab at the start leaves the first as it was")
  func start() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let plan = try await visitor.walk(to: "plan")
      let other = try await visitor.get("/sign-up")
      #expect(other.kind == "underWay")
      // Even the button of a start page that was opened before.
      #expect(try await visitor.answer(other, []).status != 500)
      #expect(try await visitor.fill(plan, [("kind", "free")]).title == "Anything else?")
    }
  }

  // craue/CraueFormFlowBundle#99 and openwisp/openwisp-controller#1489: two windows with a form flow each had one state, so
  // that the values of one came into the other, and one replaced the other.
  @Test("Two journeys in two tabs keep their answers apart, and both are completed")
  func two() async throws {
    let works = Works()
    try await Site.run(works) {
      $0.startsSeveral().ending { PageText("Welcome, \($0 ?? "")") }
    } body: { site in
      let visitor = site.visitor()
      var pages: [Visitor.Reply] = []
      for _ in 0..<2 {
        pages.append(try await visitor.follow(try await visitor.answer(try await visitor.get("/sign-up"), [])))
      }
      let entries: [[[(String, String)]]] = [
        [ada, [("kind", "paid")], [("text", "First")], []], [bob, [("kind", "free")], [("text", "Second")], []],
      ]
      // Page by page, one tab after the other.
      for page in 0..<4 {
        for tab in 0..<2 {
          if page == 3 {
            #expect(pages[tab].body.contains(["First", "Second"][tab]))
            #expect(!pages[tab].body.contains(["Second", "First"][tab]))
          }
          pages[tab] = try await visitor.fill(pages[tab], entries[tab][page])
        }
      }
      #expect(pages.map(\.title) == ["Welcome, Ada", "Welcome, Bob"])
    }
    #expect(works.done.sorted() == ["charge", "charge", "create", "create"])
  }

  // libero/reviewer#1441 and InnovateUKGitHub/innovation-funding-service#8: a tab with an older page wrote over what a newer
  // one had saved, and the pages after it were empty.
  @Test("An older tab doesn't write over what a newer one has saved")
  func older() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let old = try await visitor.start()
      try await visitor.fill(try await visitor.get(visitor.path("person")), ada)
      try await visitor.fill(try await visitor.get(visitor.path("plan")), [("kind", "paid")])
      #expect(try await visitor.answer(old, [("name", "A"), ("email", "a@example.org")]).status == 409)
      let run = try await site.run(of: visitor)
      #expect(try await run.values()[ThePerson.self]?.name == "Ada")
      #expect(try await run.values()[ThePlan.self]?.kind == .paid)
      #expect(try await visitor.standing().title == "Anything else?")
    }
  }

  // orbeon/orbeon-forms#888: a duplicated tab had the sequence number of the first, and one of them got an error.
  @Test("A duplicated tab continues as well as the first")
  func duplicate() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let first = try await visitor.start()
      let duplicate = try await visitor.get(visitor.path("person"))
      #expect(first.allHidden.map(\.1) == duplicate.allHidden.map(\.1))
      let plan = try await visitor.fill(duplicate, ada)
      #expect(plan.title == "Which plan?")
      #expect(try await visitor.fill(first, ada).hidden("flow-visit") == plan.hidden("flow-visit"))
    }
  }

  // govuk-forms/forms-runner#762: a tab with the summary was duplicated. One was sent, a second began anew with one answer, and
  // the third sent that incomplete form.
  @Test("The summary of an ended journey never sends the answers of the next one")
  func incomplete() async throws {
    let works = Works()
    try await Site.run(works) { site in
      let visitor = site.visitor()
      let check = try await visitor.walk(to: "check")
      let (second, third) = (try await visitor.standing(), check)
      try await visitor.fill(check, [])
      _ = try await site.run(of: visitor).outcome()
      #expect(second.kind == "check")
      // The second tab begins anew, and answers one page.
      let cookies = visitor.cookies
      try await visitor.fill(try await visitor.start(), bob)
      #expect(visitor.cookies != cookies)
      let reply = try await visitor.answer(third, [])
      #expect(reply.status != 200 && !reply.body.contains("Bob"))
      #expect(try await visitor.standing().title == "Which plan?")
    }
    #expect(works.done == ["charge", "create"])
  }

  // verbb/formie#1513: the previous-button in two tabs submitted the whole form, without its checks.
  @Test("Looking at pages never completes a journey")
  func looking() async throws {
    let works = Works()
    try await Site.run(works) { site in
      let visitor = site.visitor()
      try await visitor.walk(to: "check")
      let run = try await site.run(of: visitor)
      let before = try await run.summary()
      for _ in 0..<2 {
        for step in ["check", "note", "plan", "person", ""] {
          #expect([200, 303].contains(try await visitor.get(visitor.path(step)).status))
        }
      }
      #expect(try await run.summary() == before)
    }
    #expect(works.done == ["charge"])
  }

  // Two tabs that post different pages at once, to django-formtools 2.7: both were told that all went well, and in 9 of 15
  // tries one answer was lost, as each request wrote the whole session.
  @Test("Of two pages that are sent at once, each answer that was acknowledged is kept", arguments: 0..<4)
  func atOnce(_ round: Int) async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let note = try await visitor.walk(to: "note")
      let person = try await visitor.get(visitor.path("person"))
      async let one = visitor.answer(note, [("text", "By noon")])
      async let two = visitor.answer(person, bob)
      let (noted, named) = try await (one, two)
      #expect([303, 409].contains(noted.status) && named.status == 303)
      let page = try await visitor.standing()
      let run = try await site.run(of: visitor)
      #expect(try await run.values()[ThePerson.self]?.name == "Bob")
      if noted.status == 303 {
        #expect(page.kind == "check" && page.body.contains("By noon"))
      } else {
        #expect(noted.body.contains("By noon") && page.title == "Anything else?")
      }
    }
  }
}
