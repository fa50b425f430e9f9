import FlowChains
import FlowDurable
import FlowForms
import FlowState
import FlowWeb
import Synchronization
import Testing
import WebTestSupport

@Suite("Others' bugs: sending twice")
struct OnceBugTests {
  // XGovFormBuilder/digital-form-builder#1117: repeated clicks on the last button of a live service made several records, and
  // led to the first page. 18F/joining-18f#165: seven equal applications within milliseconds.
  @Test("Seven clicks on the last button at once make one record, and all lead to the last page")
  func clicks() async throws {
    let works = Works()
    try await Site.run(works) {
      $0.ending { PageText("Welcome, \($0 ?? "")") }
    } body: { site in
      let visitor = site.visitor()
      let check = try await visitor.walk(to: "check")
      let replies = try await visitor.answer(check, [], times: 7)
      #expect(replies.map(\.status) == Array(repeating: 303, count: 7))
      _ = try await site.run(of: visitor).outcome()
      for reply in replies { #expect(try await visitor.follow(reply).title == "Welcome, Ada") }
    }
    #expect(works.done == ["charge", "create"])
  }

  // govuk-forms/forms-runner#277 and orbeon/orbeon-forms#2068: after the confirmation, Back led to the summary, and its button
  // sent the form again, even without any answers.
  @Test("A summary that is sent again after the end sends nothing, and leads to the end")
  func afterEnd() async throws {
    let works = Works()
    try await Site.run(works) { site in
      let visitor = site.visitor()
      let check = try await visitor.walk(to: "check")
      try await visitor.fill(check, [])
      let run = try await site.run(of: visitor)
      _ = try await run.outcome()
      let before = try await run.summary()
      let reply = try await visitor.answer(check, [])
      #expect(reply.status == 303)
      #expect(try await visitor.follow(reply).kind == "ended")
      let back = try await visitor.get(visitor.path("check"))
      #expect(back.kind == "closed" && !back.body.contains("<form"))
      #expect(try await run.summary() == before)
    }
    #expect(works.done == ["charge", "create"])
  }

  // alextselegidis/easyappointments#56: loading the last page again sent the last form again, and made two appointments.
  @Test("The last page can be loaded again, and does nothing")
  func reload() async throws {
    let works = Works()
    try await Site.run(works) { site in
      let visitor = site.visitor()
      let end = try await visitor.answer(try await visitor.walk(to: "check"), [])
      #expect(end.status == 303 && end.location == visitor.path())
      _ = try await site.run(of: visitor).outcome()
      for _ in 0..<3 { #expect(try await visitor.get(visitor.path()).kind == "ended") }
    }
    #expect(works.done == ["charge", "create"])
  }

  // spring-projects/spring-webflow#917: Back after the end made the browser ask whether to send the form again. A browser asks
  // that for pages that are the reply to a form.
  @Test("No page that a person can go back to is the reply to a form")
  func redirected() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      var page = try await visitor.get("/sign-up")
      let entries: [[(String, String)]] = [[], ada, [("kind", "paid")], [("text", "By noon")], []]
      for fields in entries {
        let reply = try await visitor.answer(page, fields)
        #expect(reply.status == 303 && reply.body.isEmpty)
        page = try await visitor.follow(reply)
        #expect(page.status == 200 && page.header("cache-control") == "no-store")
      }
    }
  }

  // spring-projects/spring-webflow#184: a transfer of money could not have a way back before it, none after it, and a
  // confirmation that can be loaded again.
  @Test("A transfer can be gone back from before it, not after it, and its receipt can be loaded again")
  func transfer() async throws {
    let works = Works()
    try await Site.run(works, serving: BugFlows.transfer(works)) { site in
      let visitor = site.visitor()
      let code = try await visitor.fill(try await visitor.start(), [("amount", "100")])
      let back = try await visitor.get(visitor.path("amount"))
      #expect(back.hidden("flow-mode") == "change")
      let again = try await visitor.fill(back, [("amount", "90")])
      #expect(again.title == "Your code" && again.hidden("flow-visit") != code.hidden("flow-visit"))
      let replies = try await visitor.answer(again, [("number", "1234")], times: 2)
      #expect(replies.map(\.status) == [303, 303])
      for _ in 0..<2 { #expect(try await visitor.standing().title == "Your receipt") }
      for (step, text) in [("amount", "90"), ("code", "1234")] {
        let closed = try await visitor.get(visitor.path(step))
        #expect(closed.kind == "closed" && closed.body.contains(text) && !closed.body.contains("<form"))
      }
      #expect(try await visitor.answer(back, [("amount", "80")]).status == 409)
      #expect(try await visitor.answer(again, [("number", "4321")]).status == 409)
      #expect(try await site.run(of: visitor).values()[BugFlows.TheBid.self]?.amount == "90")
    }
    #expect(works.done == ["transfer"])
  }

  // jazzband/django-formtools#166: loading the second page again sent the first one again. Its check found that the answer was
  // used already, by that same person, who could not continue any more.
  @Test("An answer that is sent again isn't checked against itself")
  func used() async throws {
    let used = Mutex<Set<String>>([])
    let form = FlowForm(BugFlows.Amount(), "Your seat") { field in field.text("amount", \.amount, "Seat") }
    let chain = FlowChain("seat") {
      FlowStepDeclaration.form(form, identifier: "seat").checking { answer, _ in
        if !used.withLock({ $0.insert(answer.value.amount).inserted }) {
          throw AnswerRefused(["amount": "Enter another seat. This one is taken."])
        }
      }
      FlowStepDeclaration.form(form, identifier: "other")
    }
    let flow = try DurableFlow(chain, Any.self, String.self) { _ in "done" }
    try await Site.run(serving: flow) { site in
      let visitor = site.visitor()
      let first = try await visitor.start()
      let second = try await visitor.fill(first, [("amount", "7A")])
      for _ in 0..<2 {
        let page = try await visitor.fill(first, [("amount", "7A")])
        #expect(page.hidden("flow-visit") == second.hidden("flow-visit"))
        #expect(page.status == 200 && !page.body.contains("taken"))
      }
    }
  }

  // civiform/civiform#6448: somebody who clicked several times on the start had several drafts, and could not continue any.
  @Test("Eight clicks on the start begin one journey, which can be continued")
  func starts() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let start = try await visitor.get("/sign-up")
      let replies = try await visitor.answer(start, [], times: 8)
      #expect(Set(replies.map(\.location)).count == 1)
      #expect(try await site.store.runs(RunQuery(), after: nil, limit: 100).count == 1)
      #expect(try await visitor.fill(try await visitor.follow(replies[0]), ada).title == "Which plan?")
    }
  }

  // code4romania/covid-19-jurnal-medical#416: Back on the last question, and forward again, sent the form twice.
  @Test("Going back from the last page and forward again sends nothing")
  func lastQuestion() async throws {
    let works = Works()
    try await Site.run(works) { site in
      let visitor = site.visitor()
      try await visitor.walk(to: "check")
      for _ in 0..<2 {
        let note = try await visitor.get(visitor.path("note"))
        #expect(try await visitor.fill(note, [("text", "By noon"), ("days", "mon"), ("days", "fri")]).kind == "check")
      }
      #expect(works.done == ["charge"])
      try await visitor.fill(try await visitor.standing(), [])
      _ = try await site.run(of: visitor).outcome()
    }
    #expect(works.done == ["charge", "create"])
  }

  // smartstore/Smartstore#1206 and isotope/core#903: the second order of a browser began at the last page, with the address of
  // the first. XGovFormBuilder/digital-form-builder#901: the page of the first application prevented a second one.
  @Test("A second journey of a browser begins at the first page, empty")
  func second() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      try await visitor.fill(try await visitor.walk(to: "check"), [])
      _ = try await site.run(of: visitor).outcome()
      let page = try await visitor.start()
      #expect(page.title == "Who are you?" && page.body.contains("name=\"name\" value=\"\""))
      #expect(!page.body.contains("ada@example.org") && !page.body.contains("class=\"back\""))
      let check = try await visitor.fill(
        try await visitor.fill(try await visitor.fill(page, bob), [("kind", "free")]), [("text", "")])
      #expect(check.kind == "check" && check.body.contains("Bob") && !check.body.contains("By noon"))
    }
  }
}
