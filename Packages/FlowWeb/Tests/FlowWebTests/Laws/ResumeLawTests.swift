import FlowDurable
import FlowWeb
import Testing
import WebTestSupport

@Suite("W10: A link to another device")
struct ResumeTests {
  @Test("A link works once")
  func once() async throws {
    try await Site.run {
      $0.resumable()
    } body: { site in
      let visitor = site.visitor()
      try await visitor.walk(to: "plan")
      func link() async throws -> String {
        try await visitor.get(visitor.path() + "/-/resume").between(site.address, "</bdi>")
      }
      let (first, second) = (try await link(), try await link())
      #expect(first != second)
      let (one, two, thief) = (site.visitor(), site.visitor(), site.visitor())
      #expect(try await one.fill(try await one.get(first), []).title == "Which plan?")
      let late = try await thief.post(first, [])
      #expect(late.header("set-cookie") == nil && late.title == "This link was used")
      #expect(try await thief.get(thief.path("plan")).status == 404)
      // A second click leads on in the browser that has the cookie.
      #expect(try await one.follow(try await one.post(first, [])).title == "Which plan?")
      #expect(try await two.fill(try await two.get(second), []).title == "Which plan?")
    }
  }

  @Test("A page that was open before the link was used in its browser shows what was typed when it is sent")
  func openPage() async throws {
    try await Site.run {
      $0.resumable()
    } body: { site in
      let visitor = site.visitor()
      let plan = try await visitor.walk(to: "plan")
      let link = try await visitor.get(visitor.path() + "/-/resume").between(site.address, "</bdi>")
      #expect(try await visitor.fill(try await visitor.get(link), []).title == "Which plan?")
      let reply = try await visitor.answer(plan, [("kind", "paid")])
      #expect(reply.status == 409 && reply.body.contains("paid"))
      #expect(try await site.run(of: visitor).answers().count == 1)
    }
  }
}
