import FlowDurable
import FlowWeb
import Testing
import WebTestSupport

@Suite("W7 and W11: The start of a journey")
struct StartCookieTests {
  private static func count(_ site: Site) async throws -> Int {
    try await site.store.runs(RunQuery(), after: nil, limit: 100).count
  }

  @Test("Whoever has planted the cookie of the start has no part in the journey that begins with it")
  func planted() async throws {
    try await Site.run { site in
      let (attacker, victim) = (site.visitor(), site.visitor())
      let own = try await attacker.get("/sign-up")
      victim.cookies = attacker.cookies
      try await victim.start()
      let reply = try await attacker.post("/sign-up", own.allHidden)
      #expect(reply.status == 303 && attacker.journey == nil)
      #expect(try await attacker.get(victim.path()).status == 404)
      #expect(try await attacker.get(victim.path("person")).status == 404)
      #expect(try await victim.get(victim.path("person")).status == 200)
    }
  }

  @Test("A journey that somebody else has begun with a planted cookie isn't that of the person")
  func first() async throws {
    try await Site.run { site in
      let (attacker, victim) = (site.visitor(), site.visitor())
      let own = try await attacker.get("/sign-up")
      victim.cookies = attacker.cookies
      let page = try await victim.get("/sign-up")
      _ = try await attacker.post("/sign-up", own.allHidden)
      let start = try await victim.follow(try await victim.post("/sign-up", page.allHidden))
      #expect(start.kind == "start" && victim.journey == nil)
      let person = try await victim.follow(try await victim.post("/sign-up", start.allHidden))
      #expect(person.title == "Who are you?")
      #expect(victim.path() != attacker.path())
      #expect(try await attacker.get(victim.path()).status == 404)
    }
  }

  @Test("A start page counts once, and for the browser that was shown it")
  func token() async throws {
    try await Site.run { site in
      let (visitor, other) = (site.visitor(), site.visitor())
      let page = try await visitor.get("/sign-up")
      _ = try await other.get("/sign-up")
      #expect(try await other.post("/sign-up", page.allHidden).status == 403)
      let number = String(repeating: "0", count: 32)
      for name in ["flow-start", "flow-form"] {
        let rest = page.allHidden.filter { $0.0 != name }
        #expect(try await visitor.post("/sign-up", rest).status == 403)
        #expect(try await visitor.post("/sign-up", rest + [(name, number)]).status == 403)
      }
      #expect(try await Self.count(site) == 0)
      let early = visitor.moved(to: site.port)
      let replies = [
        try await visitor.post("/sign-up", page.allHidden), try await early.post("/sign-up", page.allHidden),
      ]
      #expect(replies[0].location == replies[1].location && early.cookies == visitor.cookies)
      #expect(try await Self.count(site) == 1)
    }
  }
}
