import FlowChains
import FlowDurable
import FlowForms
import FlowState
import Testing
import WebTestSupport

@testable import FlowWeb

@Suite("W7: A cookie that a sign-in has replaced")
struct RotationTests {
  @Test("The earlier cookie with the right answer doesn't bring the new one, and doesn't show that the answer is right")
  func rightAnswer() async throws {
    try await Site.run {
      $0.rotatingCookie(after: "person")
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let thief = visitor.moved(to: site.port)
      // The thief has a page of its own.
      let own = try await thief.get(thief.path("person"))
      #expect(try await visitor.fill(page, ada).title == "Which plan?")
      var replies: [String] = []
      for answer in [ada, bob, [("name", "")], []] {
        let reply = try await thief.answer(own, answer)
        #expect(reply.status == 404 && reply.header("set-cookie") == nil)
        replies.append(reply.body)
      }
      #expect(Set(replies).count == 1)
      #expect(try await thief.get(thief.path("plan")).status == 404)
    }
  }

  @Test("Somebody without the cookie can't find out what a journey is at, whatever they send to the sign-in")
  func oracle() async throws {
    try await Site.run {
      $0.rotatingCookie(after: "person").limited(toBytes: 4_000, fields: 20, patience: .seconds(30))
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      func replies() async throws -> Set<String> {
        var replies: Set<String> = []
        for cookie in ["", String(repeating: "0", count: 32)] {
          let stranger = site.visitor()
          if !cookie.isEmpty { stranger.cookies = ["journey-sign-up /": "\(visitor.journey ?? "").\(cookie)"] }
          for change in [nil, ("flow-visit", "nonsense"), ("flow-mode", "x"), ("flow-form", ""), ("flow-page", "")] {
            let hidden = page.allHidden.map { $0.0 == change?.0 ? change! : $0 }
            for answer in [ada, bob, [], [("name", String(repeating: "x", count: 5_000))]] {
              let sent = try await stranger.post(visitor.path("person"), hidden + answer)
              #expect(sent.header("set-cookie") == nil)
              replies.insert("\(sent.status) \(sent.body)")
            }
          }
          let path = visitor.path("person")
          for type in ["text/plain", "multipart/form-data; boundary=b"] {
            let reply = try await stranger.send("POST", path, ["Content-Type": type], "name=\u{1}")
            replies.insert("\(reply.status) \(reply.body)")
          }
          let reply = try await stranger.send("POST", path, [:], "name=%FF")
          replies.insert("\(reply.status) \(reply.body)")
        }
        return replies
      }
      let before = try await replies()
      #expect(before.count == 1)
      #expect(try await visitor.fill(page, ada).title == "Which plan?")
      #expect(try await replies() == before)
    }
  }

  @Test("The earlier cookie stays without a part when the answers before the sign-in are undone")
  func undone() async throws {
    try await Site.run {
      $0.rotatingCookie(after: "plan")
    } body: { site in
      let visitor = site.visitor()
      let plan = try await visitor.walk(to: "plan")
      let thief = visitor.moved(to: site.port)
      #expect(try await visitor.fill(plan, [("kind", "free")]).title == "Anything else?")
      try await site.run(of: visitor).goBack(to: "person")
      try await patiently("The run did not go back") {
        try await site.run(of: visitor).answers().isEmpty
      }
      #expect(try await thief.get(thief.path("person")).status == 404)
      let person = try await visitor.follow(try await visitor.get(visitor.path()))
      #expect(person.title == "Who are you?")
      // Neither does the next sign-in bring it back.
      let again = try await visitor.fill(person, bob)
      #expect(again.title == "Which plan?")
      #expect(try await thief.get(thief.path("plan")).status == 404)
      let early = visitor.moved(to: site.port)
      #expect(try await visitor.fill(again, [("kind", "paid")]).title == "Anything else?")
      for old in [thief, early] { #expect(try await old.get(old.path("note")).status == 404) }
    }
  }

  @Test("The earlier cookie stays without a part when the journey is left, and when somebody takes it up again")
  func left() async throws {
    try await Site.run {
      $0.rotatingCookie(after: "person")
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let thief = visitor.moved(to: site.port)
      #expect(try await visitor.fill(page, ada).title == "Which plan?")
      var last = try await visitor.fill(try await visitor.get(visitor.path() + "/-/leave"), [])
      try await patiently("The journey was not left") {
        last = try await visitor.get(visitor.path())
        return last.kind == "cancelled"
      }
      #expect(last.title == "This has ended")
      #expect(try await thief.get(thief.path()).status == 404)
      try await site.run(of: visitor).retry()
      try await patiently("The journey was not taken up again") {
        last = try await visitor.follow(try await visitor.get(visitor.path()))
        return last.title == "Who are you?"
      }
      #expect(last.body.contains("Ada"))
      #expect(try await thief.get(thief.path("person")).status == 404)
    }
  }

  @Test("The earlier cookie stays without a part when the run has forgotten the sign-in")
  func forgotten() async throws {
    try await Site.run(serving: try signUpFlow().remembering(visits: 0)) {
      $0.rotatingCookie(after: "person")
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let thief = visitor.moved(to: site.port)
      let again = visitor.moved(to: site.port)
      #expect(try await visitor.fill(page, ada).title == "Which plan?")
      #expect(try await visitor.get(visitor.path("plan")).status == 200)
      #expect(try await thief.get(thief.path("plan")).status == 404)
      // The second click of a double click gets the new cookie. Another answer doesn't.
      #expect(try await again.answer(page, bob).status == 404)
      #expect(try await again.fill(page, ada).title == "Which plan?")
    }
  }

  @Test("The second click on a sign-in that is changed gets the new cookie, and another answer doesn't")
  func changed() async throws {
    try await Site.run {
      $0.rotatingCookie(after: "person")
    } body: { site in
      let visitor = site.visitor()
      try await visitor.walk(to: "note")
      let change = try await visitor.get(visitor.path("person"))
      let again = visitor.moved(to: site.port)
      #expect(try await visitor.fill(change, bob).title == "Anything else?")
      #expect(try await again.answer(change, ada).status == 404)
      #expect(try await again.fill(change, bob).title == "Anything else?")
    }
  }

  private struct SignIn: Codable, Sendable { var name = "", password = "" }

  @Test(
    "A sign-in that takes long brings the new cookie when it is sent again, and not before it is taken",
    arguments: [false, true])
  func slow(hasPassword: Bool) async throws {
    let works = Works(holding: ["sign-in"])
    let form = FlowForm(SignIn(), "Who are you?") { field in
      field.text("name", \.name, "Your name")
      if hasPassword { field.password("password", \.password, "Password") }
    }
    let flow = try DurableFlow(
      FlowChain("sign-in") {
        FlowStepDeclaration.form(form, identifier: "person").checking { _, _ in try await works.perform("sign-in") }
        FlowStepDeclaration.form(FlowForm(Confirmed(), "Inside") { _ in }, identifier: "inside")
      }, Any.self, String.self, sealedBy: PlainCodec()
    ) { _ in "done" }
    let answer = [("name", "Ada")] + (hasPassword ? [("password", "secret sauce")] : [])
    try await Site.run(works, serving: flow) { pages in
      var pages = pages.rotatingCookie(after: "person")
      pages.settings.longPatience = .zero
      return pages
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.walk(to: "person")
      let early = try await visitor.answer(page, answer)
      #expect(early.status == 503 && early.header("set-cookie") == nil && !early.body.contains("secret sauce"))
      works.letGo("sign-in")
      try await patiently("The sign-in was not taken") { try await site.run(of: visitor).answers().count == 1 }
      let other = visitor.moved(to: site.port)
      #expect(try await visitor.fill(page, answer).title == "Inside")
      // So does the page that has asked for it. It keeps an answer, but not one with a password.
      #expect(try await other.fill(early, hasPassword ? answer : []).title == "Inside")
    }
  }

  @Test("A page that was open before the sign-in shows what was typed when it is sent, and changes nothing")
  func openPage() async throws {
    try await Site.run {
      $0.rotatingCookie(after: "plan")
    } body: { site in
      let visitor = site.visitor()
      let plan = try await visitor.walk(to: "plan")
      let person = try await visitor.get(visitor.path("person"))
      #expect(try await visitor.fill(plan, [("kind", "free")]).title == "Anything else?")
      let run = try await site.run(of: visitor)
      let before = try await run.summary()
      let reply = try await visitor.answer(person, [("name", "Grace"), ("email", "grace@example.org")])
      #expect(reply.status == 409 && reply.title == "Your answer was not saved")
      #expect(reply.body.contains("Grace") && reply.body.contains("href=\"\(visitor.path())\""))
      #expect(try await run.summary() == before)
      // The same answer again leads on.
      #expect(try await visitor.answer(person, ada).status == 303)
      // A form without a token isn't one of these pages.
      let without = person.allHidden.filter { $0.0 != "flow-form" }
      #expect(try await visitor.post(visitor.path("person"), without + bob).status == 403)
      #expect(try await run.summary() == before)
    }
  }
}
