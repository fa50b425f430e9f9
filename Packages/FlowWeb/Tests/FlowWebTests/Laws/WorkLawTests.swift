import FlowChains
import FlowDurable
import FlowForms
import FlowState
import FlowStateTesting
import FlowWeb
import Foundation
import Testing
import WebTestSupport

@Suite("W9: Work is shown")
struct WorkTests {
  @Test("A step that works gets a page, which is left when the work is done")
  func working() async throws {
    let works = Works(holding: ["charge"])
    try await Site.run(works) { site in
      let visitor = site.visitor()
      let page = try await visitor.walk(to: "plan")
      let reply = try await visitor.answer(page, [("kind", "paid")])
      #expect(reply.status == 303 && reply.location == visitor.path())
      let working = try await visitor.follow(reply)
      #expect(working.kind == "working")
      #expect(working.body.contains("<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>"))
      #expect(working.body.contains("role=\"status\""))
      // The same answer again, and another one, while the step works.
      #expect(try await visitor.answer(page, [("kind", "paid")]).status == 303)
      #expect(try await visitor.answer(page, [("kind", "free")]).status == 409)
      works.letGo("charge")
      try await patiently("The page was not left") {
        try await visitor.get(visitor.path()).location == visitor.path("note")
      }
    }
    #expect(works.done == ["charge"])
  }

  @Test("A journey that waits for another system says so, and goes on with its news")
  func waiting() async throws {
    struct Shipped: DurableMessage { var tracking: String }
    let form = FlowForm(Note(), "What?") { field in field.text("text", \.text, "Thing") }
    let chain = FlowChain("parcel") {
      FlowStepDeclaration.form(form, identifier: "thing")
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "shipped")
    }
    let flow = try DurableFlow(chain, Any.self, String.self) { _ in "done" }
    try await Site.run(serving: flow) { site in
      let visitor = site.visitor()
      let page = try await visitor.fill(try await visitor.start(), [("text", "tea")])
      #expect(page.kind == "waiting" && page.body.contains("http-equiv=\"refresh\""))
      #expect(try await visitor.get(visitor.path("shipped")).status == 404)
      #expect(try await visitor.post(visitor.path("shipped"), page.allHidden).status == 404)
      try await site.run(of: visitor).send(Shipped(tracking: "1Z"))
      try await patiently("The journey did not go on") { try await visitor.get(visitor.path()).kind == "ended" }
    }
  }

  @Test("A failed journey says what to do")
  func failed() async throws {
    try await Site.run(Works(failing: ["charge"])) { site in
      let visitor = site.visitor()
      var page = try await visitor.fill(try await visitor.walk(to: "plan"), [("kind", "paid")])
      try await patiently("The journey did not fail") {
        page = try await visitor.get(visitor.path())
        return page.kind == "failed"
      }
      #expect(page.status == 200 && page.body.contains("href=\"/sign-up\">Start again"))
      #expect(!page.body.contains("Declined"))
      #expect(try await visitor.get("/sign-up").kind == "start")
    }
  }

  @Test("A parked journey says that somebody looks at it")
  func parked() async throws {
    try await Site.run(Works(failing: ["refund"])) { site in
      let visitor = site.visitor()
      try await visitor.walk(to: "note")
      let back = try await visitor.get(visitor.path("plan"))
      var page = try await visitor.fill(back, [("kind", "free")])
      try await patiently("The journey was not parked") {
        page = try await visitor.get(visitor.path())
        return page.kind == "parked"
      }
      #expect(page.body.contains("What you entered is kept."))
      // A script follows it as well.
      #expect(page.body.contains("data-look"))
      #expect(!page.body.contains("Declined"))
    }
  }

  @Test("A person leaves after a question, and gets the money back")
  func left() async throws {
    let works = Works()
    try await Site.run(works) { site in
      let visitor = site.visitor()
      let note = try await visitor.walk(to: "note")
      let question = try await visitor.get(note.between("class=\"leave\"><a href=\"", "\""))
      #expect(question.kind == "leave")
      #expect(try await visitor.send("HEAD", visitor.path() + "/-/leave").status == 200)
      #expect(try await site.run(of: visitor).summary().state.kind == .waiting)
      var page = try await visitor.fill(question, [])
      try await patiently("The journey was not left") {
        page = try await visitor.get(visitor.path())
        return page.kind == "cancelled"
      }
      // A console may have cancelled it as well.
      #expect(page.title == "This has ended" && page.body.contains("It was cancelled."))
      // The pages of a journey that is over change nothing.
      #expect(try await visitor.answer(note, [("text", "x")]).status == 409)
      #expect(try await visitor.answer(question, []).status == 303)
      #expect(try await visitor.get(visitor.path("person")).location == visitor.path())
    }
    #expect(works.done == ["charge", "refund"])
  }
}

@Suite("W10: Time")
struct TimeTests {
  @Test("A page says how long it waits, and opening it restarts the time")
  func touch() async throws {
    let clock = ManualClock()
    let flow = try signUpFlow(within: .seconds(1_200))
    try await Site.run(on: MemoryStore(timed: clock), serving: flow) { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      #expect(page.body.contains("Answer within 20 minutes."))
      clock.advance(by: .seconds(240))
      #expect(try await visitor.get(visitor.path("person")).body.contains("Answer within 16 minutes."))
      clock.advance(by: .seconds(660))
      #expect(try await visitor.get(visitor.path("person")).body.contains("Answer within 20 minutes."))
      clock.advance(by: .seconds(600))
      #expect(try await visitor.fill(page, ada).title == "Which plan?")
    }
  }

  @Test("A page says when the time of the whole journey is over, which doesn't start again", arguments: [nil, 2_000])
  func limit(ofStep: Int?) async throws {
    let clock = ManualClock()
    let flow = try signUpFlow(within: ofStep.map { .seconds($0) }).limited(to: .seconds(3_600))
    try await Site.run(on: MemoryStore(timed: clock), serving: flow) { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      #expect(page.body.contains("The time starts again") == (ofStep != nil))
      for (seconds, left) in [(1_800, "30 minutes"), (1_200, "10 minutes"), (540, "60 seconds")] {
        clock.advance(by: .seconds(seconds))
        let page = try await visitor.get(visitor.path("person"))
        #expect(page.body.contains("Answer within \(left).") && !page.body.contains("The time starts again"))
        guard ofStep != nil, seconds != 540 else { continue }
        // The worker restarts the time of the step at the time that it reads.
        let now = try await site.store.now()
        try await patiently("The time did not restart") {
          guard case .page(let visit) = try await site.run(of: visitor).rest(within: .zero) else { return false }
          return visit.expires.map { $0.duration(since: now) > .seconds(540) } ?? false
        }
      }
    }
  }

  @Test("An answer after the time of its page is told so, and problems restart the time")
  func late() async throws {
    let clock = ManualClock()
    let flow = try signUpFlow(within: .seconds(1_200))
    try await Site.run(on: MemoryStore(timed: clock), serving: flow) { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let run = try await site.run(of: visitor)
      let end = try await Self.end(of: run)
      clock.advance(by: .seconds(900))
      let problems = try await visitor.answer(page, [])
      #expect(problems.status == 422 && problems.body.contains("Answer within 20 minutes."))
      // The worker restarts the time at the time that it reads.
      try await patiently("The time did not restart") {
        let now = try await Self.end(of: run)
        return now != nil && now != end
      }
      clock.advance(by: .seconds(900))
      #expect(try await visitor.get(visitor.path()).location == visitor.path("person"))
      clock.advance(by: .seconds(400))
      try await patiently("The page did not expire") {
        try await visitor.get(visitor.path()).location == visitor.path("plan")
      }
      let reply = try await visitor.answer(page, ada)
      #expect(reply.status == 409 && reply.body.contains("The time for this page was over before you sent it."))
      #expect(!reply.body.contains("answered before") && reply.body.contains("Ada"))
    }
  }

  /// The end of the visit at which a run waits; nil if it waits at none.
  private static func end(of run: DurableRun<Any, String>) async throws -> StoreTime? {
    if case .page(let visit) = try await run.rest(within: .zero) { visit.expires } else { nil }
  }

  @Test("A page with problems has the same way back as the page itself")
  func wayBack() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let plan = try await visitor.walk(to: "plan")
      let back = "href=\"\(visitor.path("person"))\">Back"
      #expect(plan.body.contains(back))
      let problems = try await visitor.answer(plan, [])
      #expect(problems.status == 422 && problems.body.contains(back))
    }
  }

  @Test("A link carries a journey to another device, after a question")
  func resumed() async throws {
    try await Site.run {
      $0.resumable()
    } body: { site in
      let visitor = site.visitor()
      let plan = try await visitor.walk(to: "plan")
      #expect(plan.body.contains("href=\"\(visitor.path())/-/resume\""))
      let link = try await visitor.get(visitor.path() + "/-/resume").between(site.address, "</bdi>")
      let (other, stranger) = (site.visitor(), site.visitor())
      #expect(try await stranger.get(String(link.dropLast(15))).status == 404)
      #expect(try await stranger.get("\(link.dropLast())x").status == 404)
      #expect(try await stranger.post("\(link.dropLast())x", []).status == 404)
      let question = try await other.get(link)
      // Looking isn't enough.
      #expect(question.kind == "resume" && question.header("set-cookie") == nil)
      #expect(try await other.post(link, [], headers: ["Sec-Fetch-Site": "cross-site"]).status == 403)
      let page = try await other.fill(question, [])
      #expect(page.title == "Which plan?")
      #expect(other.cookies != visitor.cookies)
      #expect(try await other.fill(page, [("kind", "free")]).title == "Anything else?")
      #expect(try await visitor.answer(plan, [("kind", "paid")]).status == 409)
    }
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      #expect(!page.body.contains("another device"))
      #expect(try await visitor.get(visitor.path() + "/-/resume").status == 404)
    }
  }

  @Test("A journey that is gone says so, with a way to start again")
  func gone() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      // A store without the run, as after the time for which it keeps runs.
      try await Site.run { empty in
        let late = visitor.moved(to: empty.port)
        for reply in try await [
          late.get(late.path()), late.get(late.path("person")), late.answer(page, ada),
        ] {
          #expect(reply.status == 404 && reply.title == "There is nothing open here")
          #expect(reply.body.contains("href=\"/sign-up\""))
        }
        #expect(try await late.start().title == "Who are you?")
      }
    }
  }
}

@Suite("W11: One journey per start")
struct StartTests {
  private static func count(_ site: Site) async throws -> Int {
    try await site.store.runs(RunQuery(), after: nil, limit: 100).count
  }

  @Test("Two tabs that start, and a double click, are one journey")
  func one() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let (one, two) = (try await visitor.get("/sign-up"), try await visitor.get("/sign-up"))
      #expect(one.allHidden.map(\.1) != two.allHidden.map(\.1))
      async let first = visitor.post("/sign-up", one.allHidden)
      async let second = visitor.post("/sign-up", two.allHidden)
      let replies = try await [first, second]
      // One begins the journey. The other leads to the start, from where the browser goes on with the cookie of the first.
      #expect(replies.map(\.status) == [303, 303])
      #expect(replies.contains { $0.location == visitor.path("person") })
      #expect(replies.allSatisfy { [visitor.path("person"), "/sign-up"].contains($0.location) })
      for page in [one, two] {
        #expect(try await visitor.post("/sign-up", page.allHidden).location == visitor.path("person"))
      }
      #expect(try await Self.count(site) == 1)
      let page = try await visitor.get("/sign-up")
      #expect(page.kind == "underWay" && page.body.contains("href=\"\(visitor.path())\">Continue"))
    }
  }

  @Test("Starting again after the end begins a new journey, once")
  func again() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      try await visitor.fill(try await visitor.walk(to: "check"), [])
      let first = visitor.path()
      _ = try await site.run(of: visitor).outcome()
      let (one, two) = (try await visitor.get("/sign-up"), try await visitor.get("/sign-up"))
      #expect(one.kind == "start")
      async let left = visitor.post("/sign-up", one.allHidden)
      async let right = visitor.post("/sign-up", two.allHidden)
      let replies = try await [left, right]
      #expect(visitor.path() != first && replies.contains { $0.location == visitor.path("person") })
      #expect(try await visitor.get(visitor.path("person")).body.contains("name=\"name\" value=\"\""))
      #expect(try await Self.count(site) == 2)
    }
  }

  @Test("If the program says so, each start is a journey, with a cookie of its own")
  func several() async throws {
    try await Site.run {
      $0.startsSeveral().resumable()
    } body: { site in
      let visitor = site.visitor()
      let (one, two) = (try await visitor.get("/sign-up"), try await visitor.get("/sign-up"))
      let first = try await visitor.post("/sign-up", one.allHidden)
      let second = try await visitor.post("/sign-up", two.allHidden)
      #expect(try await visitor.post("/sign-up", one.allHidden).location == first.location)
      #expect(first.location != second.location)
      #expect(try await Self.count(site) == 2)
      for (reply, entry) in [(first, ada), (second, bob)] {
        #expect(try await visitor.fill(try await visitor.follow(reply), entry).title == "Which plan?")
        #expect(try await visitor.get(reply.location).body.contains(entry[0].1))
      }
      // Each can be left, and carried to another device, with its own cookie.
      let plan = try await visitor.follow(try await visitor.get(first.location.replacing("/person", with: "")))
      let links = plan.body.matches(of: #/<p class="leave"><a href="([^"]*)"/#).map { String($0.1) }
      #expect(links.count == 2)
      let link = try await visitor.get(links[0]).between(site.address, "</bdi>")
      let other = site.visitor()
      #expect(try await other.fill(try await other.get(link), []).title == "Which plan?")
      try await visitor.fill(try await visitor.get(links[1]), [])
      try await patiently("The journey was not left") {
        try await visitor.get(first.location.replacing("/person", with: "")).kind == "cancelled"
      }
    }
  }
}
