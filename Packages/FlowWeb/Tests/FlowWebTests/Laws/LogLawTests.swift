import FlowDurable
import FlowForms
import FlowState
import HTTPTypes
import HummingbirdCore
import Testing
import WebTestSupport

@testable import FlowWeb

struct FailureLogTests {
  struct Unlucky: Error { var name = "Ada" }

  @Test("A page that fails is logged with its route and the type of the error, and without values")
  func failures() async throws {
    let log = RecordingLog()
    try await Site.run(logging: log.logger) {
      $0.assigning { request in
        guard request.headers[.userAgent] == nil else { throw Unlucky() }
        return []
      }
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      _ = try await visitor.answer(page, [])
      #expect(try await visitor.get("/sign-up/Ada/person").status == 404)
      #expect(log.lines.isEmpty)
      let other = site.visitor()
      let start = try await other.get("/sign-up")
      let reply = try await other.post("/sign-up", start.allHidden + ada, headers: ["User-Agent": "Ada"])
      #expect(reply.status == 500 && !reply.body.contains("Unlucky"))
      #expect(log.lines.count == 1)
      let line = try #require(log.lines.first)
      #expect(line.hasPrefix("error A page could not be shown."))
      #expect(line.contains("route=POST /sign-up") && line.contains("FailureLogTests.Unlucky"))
      #expect(line.contains("flow=sign-up") && !line.contains("Ada") && !line.contains("ada"))
    }
  }

  @Test("A body that can't be received to its end is no failure of the program")
  func brokenBody() async throws {
    let (body, source) = RequestBody.makeStream()
    source.finish(Unlucky())
    let request = Request(head: HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/"), body: body)
    await #expect(throws: PageFault.malformed) { try await request.bytes(upTo: 9) }
  }

  @Test("A store that fails is logged by the case of its error, and what a client wrote into an address isn't")
  func store() async throws {
    let log = RecordingLog()
    let store = BreakableStore(MemoryStore(timed: WallClock()))
    try await Site.run(on: store, logging: log.logger) { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      store.isBroken = true
      #expect(try await visitor.get(visitor.path("person")).status == 503)
      #expect(try await visitor.get(visitor.path("Ada")).status == 503)
      #expect(try await visitor.answer(page, ada).status == 503)
      store.isBroken = false
      let lines = log.lines.filter { $0.contains("A page could not be shown.") }
      #expect(lines.count == 3 && lines.allSatisfy { $0.contains("StoreError.unavailable") && !$0.contains("Ada") })
      #expect(lines[0].contains("route=GET /sign-up/{journey}/person"))
      #expect(lines[1].contains("route=GET /sign-up/{journey}/{…}"))
      #expect(lines[2].contains("route=POST /sign-up/{journey}/person"))
      #expect(!lines.joined().contains(visitor.journey ?? "?"))
    }
  }
}
