import FlowDurable
import FlowWeb
import Foundation
import Testing
import WebTestSupport

let ada = [("name", "Ada"), ("email", "ada@example.org")]
let bob = [("name", "Bob"), ("email", "bob@example.org")]

@Suite("W1: One visit, one page")
struct OneVisitTests {
  @Test("A person answers page by page, and reaches the end")
  func whole() async throws {
    let works = Works()
    try await Site.run(works) {
      $0.ending { PageText("Welcome, \($0 ?? "")") }
    } body: { site in
      let visitor = site.visitor()
      let start = try await visitor.get("/sign-up")
      #expect(start.status == 200 && start.kind == "start")
      let first = try await visitor.start()
      #expect(first.title == "Who are you?" && first.body.contains("<title>Who are you? – Sign up</title>"))
      let reply = try await visitor.answer(first, ada)
      #expect(reply.status == 303 && reply.location == visitor.path("plan"))
      let check = try await visitor.fill(
        try await visitor.fill(try await visitor.follow(reply), [("kind", "free")]), [("text", ""), ("days", "fri")])
      #expect(check.kind == "check" && check.title == "Check your answers")
      for text in ["Ada", "ada@example.org", "free", "Not given", "Friday", "#f-name\">Change"] {
        #expect(check.body.contains(text), "\(text)")
      }
      var end = try await visitor.fill(check, [])
      try await patiently("The journey did not end") {
        end = try await visitor.get(visitor.path())
        return end.kind == "ended"
      }
      #expect(end.title == "Welcome, Ada")
    }
    #expect(works.done == ["charge", "create"])
  }

  @Test("Pages are part of a group of a router")
  func group() async throws {
    try await Site.run(in: "/shop") { site in
      let visitor = site.visitor()
      let page = try await visitor.start(at: "/shop/sign-up")
      #expect(page.title == "Who are you?" && page.between("action=\"", "\"").hasPrefix("/shop/sign-up/"))
      #expect(try await visitor.fill(page, ada).title == "Which plan?")
      #expect(try await visitor.get(page.between("rel=\"stylesheet\" href=\"", "\"")).status == 200)
    }
  }

  @Test("A form with the token of another step, another run, or none changes nothing")
  func tokens() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.walk(to: "plan")
      let run = try await site.run(of: visitor)
      let before = try await run.summary().lastRecord
      let form = page.hidden("flow-form")
      let number = run.number.rawValue
      for token in [
        "\(number)/person#1", "\(number)/moon#1", "\(number + 1)/plan#1", "", "abc", "+1/plan#1",
        "1/plan#99999999999999999999",
      ] {
        let reply = try await visitor.post(
          visitor.path("plan"),
          [("flow-visit", token), ("flow-form", form), ("flow-mode", "answer"), ("kind", "free")])
        #expect((400..<500).contains(reply.status), "\(token): \(reply.status)")
      }
      for mode in ["", "abc"] {
        let reply = try await visitor.post(
          visitor.path("plan"),
          [("flow-visit", page.hidden("flow-visit")), ("flow-form", form), ("flow-mode", mode), ("kind", "free")])
        #expect(reply.status == 400)
      }
      #expect(try await visitor.post(visitor.path("plan"), [("seen", "abc")]).status == 403)
      #expect(try await visitor.post(visitor.path("moon"), page.allHidden).status == 404)
      #expect(try await visitor.get(visitor.path("moon")).status == 404)
      // A page that isn't reached yet leads to where the journey stands.
      #expect(try await visitor.get(visitor.path("check")).location == visitor.path())
      #expect(try await run.summary().lastRecord == before)
    }
  }

  @Test("Problems are shown with what was typed, and nothing is stored")
  func problems() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let run = try await site.run(of: visitor)
      let before = try await run.summary()
      let reply = try await visitor.answer(page, [("name", " <b>Ada</b> "), ("email", "no address")])
      #expect(reply.status == 422)
      #expect(reply.body.contains("<title>Error: Who are you? – Sign up</title>"))
      #expect(reply.body.contains("value=\" &lt;b&gt;Ada&lt;/b&gt; \""))
      #expect(reply.body.contains("<li><a href=\"#f-email\">"))
      #expect(reply.body.contains("aria-describedby=\"f-email-hint f-email-problem\" aria-invalid=\"true\""))
      #expect(try await visitor.answer(page, []).status == 422)
      #expect(try await run.summary() == before)
      // The same page still takes an answer.
      #expect(try await visitor.fill(reply, ada).title == "Which plan?")
    }
  }

  @Test("A refusal of the flow is shown at the field, with what was typed")
  func refusal() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let reply = try await visitor.fill(page, [("name", "Ada"), ("email", "taken@example.org")])
      #expect(reply.body.contains("<title>Error: Who are you?"))
      #expect(reply.body.contains("Enter another email address. This one has an account."))
      #expect(reply.body.contains("value=\"taken@example.org\""))
      #expect(try await visitor.fill(reply, ada).title == "Which plan?")
    }
  }
}

@Suite("W3: Once")
struct OnceTests {
  @Test("A double click counts once, and both clicks lead on", arguments: 0..<4)
  func doubleClick(_ round: Int) async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      async let one = visitor.answer(page, ada)
      async let two = visitor.answer(page, ada)
      let replies = try await [one, two]
      #expect(replies.map(\.status) == [303, 303])
      for reply in replies { #expect(try await visitor.follow(reply).title == "Which plan?") }
      let run = try await site.run(of: visitor)
      #expect(try await run.answers().map(\.token.number) == [1])
    }
  }

  @Test("A form that is sent again after its answer leads on, and changes nothing")
  func again() async throws {
    let works = Works()
    try await Site.run(works) { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      try await visitor.fill(page, ada)
      let note = try await visitor.fill(try await visitor.get(visitor.path("plan")), [("kind", "paid")])
      #expect(note.title == "Anything else?")
      let run = try await site.run(of: visitor)
      let before = try await run.summary()
      let reply = try await visitor.answer(page, ada)
      #expect(reply.status == 303)
      #expect(try await visitor.follow(reply).title == "Anything else?")
      #expect(try await run.summary() == before)
    }
    #expect(works.done == ["charge"])
  }

  @Test("Of two tabs with different answers, one counts and the other is told", arguments: 0..<4)
  func twoTabs(_ round: Int) async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      async let one = visitor.answer(page, ada)
      async let two = visitor.answer(page, bob)
      let (first, second) = try await (one, two)
      #expect([first.status, second.status].sorted() == [303, 409])
      let name = first.status == 303 ? "Ada" : "Bob"
      let loser = first.status == 303 ? second : first
      #expect(loser.kind == "stale" && loser.body.contains(name == "Ada" ? "Bob" : "Ada"))
      let run = try await site.run(of: visitor)
      #expect(try await run.values()[ThePerson.self]?.name == name)
    }
  }

  @Test(
    "Of two answers that meet at the store, one counts: equal ones lead on, and of different ones the other is told")
  func meeting() async throws {
    for (other, expected) in [(ada, [303, 303]), (bob, [303, 409])] {
      try await Site.run(on: MeetingStore(MemoryStore(timed: WallClock()))) { site in
        let visitor = site.visitor()
        let page = try await visitor.start()
        async let one = visitor.answer(page, ada)
        async let two = visitor.answer(page, other)
        let replies = try await [one, two]
        #expect(replies.map(\.status).sorted() == expected)
        let run = try await site.run(of: visitor)
        let answers = try await run.answers()
        #expect(answers.map(\.token.number) == [1])
        let name = replies[0].status == 303 ? "Ada" : "Bob"
        #expect(try await run.values()[ThePerson.self]?.name == name)
      }
    }
  }

  @Test("A double click on the last page completes the journey once")
  func last() async throws {
    let works = Works()
    try await Site.run(works) { site in
      let visitor = site.visitor()
      let page = try await visitor.walk(to: "check")
      async let one = visitor.answer(page, [])
      async let two = visitor.answer(page, [])
      for reply in try await [one, two] { #expect(reply.status == 303) }
      let run = try await site.run(of: visitor)
      _ = try await run.outcome()
      #expect(try await visitor.answer(page, []).status == 303)
    }
    #expect(works.done == ["charge", "create"])
  }
}
