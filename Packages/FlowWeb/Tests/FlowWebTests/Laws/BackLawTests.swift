import FlowChains
import FlowDurable
import FlowForms
import FlowState
import FlowWeb
import Foundation
import Testing
import WebTestSupport

@Suite("W4: Back is safe")
struct BackTests {
  @Test("The page of an earlier answer shows what was entered, also after it was loaded again")
  func shown() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      // An entry is shown as it was typed.
      let plan = try await visitor.fill(page, [("name", " Ada "), ("email", "ada@example.org")])
      #expect(plan.between("class=\"back\" href=\"", "\"") == visitor.path("person"))
      for _ in 0..<2 {
        let back = try await visitor.get(visitor.path("person"))
        #expect(back.status == 200 && back.hidden("flow-mode") == "change")
        #expect(back.body.contains("value=\" Ada \""))
      }
      // Looking changes nothing.
      #expect(try await visitor.follow(try await visitor.get(visitor.path())).title == "Which plan?")
    }
  }

  @Test("A change undoes what follows, and keeps later answers")
  func changed() async throws {
    let works = Works()
    try await Site.run(works) { site in
      let visitor = site.visitor()
      try await visitor.walk(to: "check")
      #expect(works.done == ["charge"])
      let back = try await visitor.get(visitor.path("plan"))
      #expect(back.body.contains("value=\"paid\" checked"))
      let reply = try await visitor.answer(back, [("kind", "free")])
      #expect(reply.status == 303)
      var page = try await visitor.follow(reply)
      try await patiently("The page of the answers did not come") {
        page = try await visitor.follow(try await visitor.get(visitor.path()))
        return page.kind == "check"
      }
      #expect(page.body.contains("free") && page.body.contains("By noon") && page.body.contains("Monday"))
      let run = try await site.run(of: visitor)
      #expect(try await run.values()[TheNote.self]?.text == "By noon")
    }
    #expect(works.done == ["charge", "refund", "charge"])
  }

  @Test("An earlier answer that is sent without a change changes nothing")
  func unchanged() async throws {
    let works = Works()
    try await Site.run(works) { site in
      let visitor = site.visitor()
      try await visitor.walk(to: "check")
      let run = try await site.run(of: visitor)
      let before = try await run.summary()
      let back = try await visitor.get(visitor.path("plan"))
      #expect(try await visitor.fill(back, [("kind", "paid")]).kind == "check")
      #expect(try await run.summary() == before)
    }
    #expect(works.done == ["charge"])
  }

  @Test("An answer before a final step can be seen, and not changed")
  func final() async throws {
    let works = Works()
    let flow = try signUpFlow(works, isChargeFinal: true)
    try await Site.run(works, serving: flow) { site in
      let visitor = site.visitor()
      let plan = try await visitor.walk(to: "plan")
      try await visitor.fill(plan, [("kind", "paid")])
      let run = try await site.run(of: visitor)
      let before = try await run.summary()
      let back = try await visitor.get(visitor.path("plan"))
      #expect(back.status == 200 && back.kind == "closed")
      #expect(back.body.contains("This answer can&#39;t be changed any more.") && back.body.contains("paid"))
      #expect(!back.body.contains("<form"))
      // A tab still has the form.
      let reply = try await visitor.answer(plan, [("kind", "free")])
      #expect(reply.status == 409 && reply.kind == "closed")
      let hidden = plan.allHidden.map { ($0.0, $0.0 == "flow-mode" ? "change" : $0.1) }
      #expect(try await visitor.post(visitor.path("plan"), hidden + [("kind", "free")]).status == 409)
      #expect(try await run.summary() == before)
    }
    #expect(works.done == ["charge"])
  }
}

@Suite("W5: Stale is told")
struct StaleTests {
  @Test("A page of an earlier time changes nothing, shows what was typed, and leads on")
  func stale() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      try await visitor.fill(page, ada)
      let run = try await site.run(of: visitor)
      let before = try await run.summary()
      let reply = try await visitor.answer(page, [("name", "Bob <i>"), ("email", "not an address")])
      #expect(reply.status == 409 && reply.kind == "stale")
      #expect(reply.body.contains("Bob &lt;i&gt;") && reply.body.contains("not an address"))
      #expect(reply.body.contains("href=\"\(visitor.path())\">Continue with what is saved"))
      #expect(try await run.summary() == before)
    }
  }

  @Test("One button sends a late answer as a change")
  func insisted() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      try await visitor.fill(page, ada)
      let stale = try await visitor.answer(page, bob)
      #expect(stale.hidden("flow-mode") == "change")
      #expect(try await visitor.fill(stale, []).title == "Which plan?")
      let run = try await site.run(of: visitor)
      #expect(try await run.values()[ThePerson.self]?.name == "Bob")
      // A double click on the button leads on, too.
      let summary = try await run.summary()
      #expect(try await visitor.answer(stale, []).status == 303)
      #expect(try await run.summary() == summary)
      #expect(try await run.values()[ThePerson.self]?.name == "Bob")
    }
  }

  @Test("A page whose question has changed since it was opened changes nothing, and shows what was typed")
  func otherQuestion() async throws {
    func flow(_ label: String) throws -> DurableFlow<Any, String> {
      let form = FlowForm(Person(), "A name") { $0.text("name", \.name, label) }
      let chain = FlowChain("name") { FlowStepDeclaration.form(form, identifier: "person") }
      return try DurableFlow(chain, Any.self, String.self) { _ in "done" }
    }
    let store = MemoryStore(timed: WallClock())
    let (early, page) = try await Site.run(on: store, serving: try flow("Who may come?")) { site in
      let visitor = site.visitor()
      return (visitor, try await visitor.start())
    }
    try await Site.run(on: store, serving: try flow("Who must not come?")) { site in
      let visitor = early.moved(to: site.port)
      let reply = try await visitor.answer(page, [("name", "Ada")])
      #expect(reply.status == 409 && reply.body.contains("Ada") && !reply.body.contains("<form"))
      #expect(try await site.run(of: visitor).answers().isEmpty)
      let now = try await visitor.get(visitor.path("person"))
      #expect(try await visitor.fill(now, [("name", "Bob")]).kind == "ended")
    }
  }

  @Test("Nobody confirms answers that have changed since they were shown")
  func confirmed() async throws {
    let works = Works()
    try await Site.run(works) { site in
      let visitor = site.visitor()
      let check = try await visitor.walk(to: "check")
      #expect(try await visitor.fill(try await visitor.get(visitor.path("person")), bob).kind != "stale")
      try await patiently("The page of the answers did not come") {
        try await visitor.follow(try await visitor.get(visitor.path())).kind == "check"
      }
      let reply = try await visitor.answer(check, [])
      #expect(reply.status == 409 && !reply.body.contains("<form"))
      #expect(reply.body.contains("Nothing was confirmed now."))
      let next = try await visitor.follow(try await visitor.get(visitor.path()))
      #expect(next.kind == "check" && next.body.contains("Bob"))
    }
    #expect(works.done == ["charge", "refund", "charge"])
  }

  @Test("A change from a tab that another tab has overtaken is told")
  func overtaken() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      try await visitor.fill(try await visitor.start(), ada)
      let (one, two) = (try await visitor.get(visitor.path("person")), try await visitor.get(visitor.path("person")))
      try await visitor.fill(one, bob)
      let reply = try await visitor.answer(two, [("name", "Cid"), ("email", "cid@example.org")])
      #expect(reply.status == 409 && reply.body.contains("Cid"))
      let run = try await site.run(of: visitor)
      #expect(try await run.values()[ThePerson.self]?.name == "Bob")
    }
  }
}
