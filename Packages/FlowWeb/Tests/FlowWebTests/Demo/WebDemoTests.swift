import FlowJSON
import Foundation
import Testing
import WebTestSupport

/// The program `web-demo` as a process.
@Suite("The demo of pages", .serialized)
struct WebDemoTests {
  /// Runs the demo while a closure is called with its port.
  private static func serve(_ body: @Sendable (_ port: Int) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let arguments = ["--port", "0", "--journal", folder.path("shop.journal")]
    try await Program("web-demo").serve(arguments, until: "Order: ") { address, _ in
      try await body(try #require(address.port))
    }
  }

  @Test("The demo serves a sign-up and an order, and ends with SIGTERM")
  func served() async throws {
    try await Self.serve { port in
      try await Self.order(Visitor(port: UInt16(port)))
    }
  }

  private static func order(_ visitor: Visitor) async throws {
    let tea = try await visitor.start(at: "/order")
    #expect(tea.title == "Which tea?")
    var page = try await visitor.fill(
      try await visitor.fill(tea, [("kind", "mint"), ("boxes", "2")]), [("street", "Elm St 1"), ("note", "")])
    // The payment takes a second.
    try await patiently("The payment was not made") {
      page = try await visitor.follow(try await visitor.get("/order/\(visitor.journey ?? "")"))
      return page.kind == "check"
    }
    #expect(page.body.contains("Mint") && page.body.contains("Place the order"))
    #expect(try await visitor.fill(page, []).kind == "waiting")
  }

  @Test("The demo shows screens of StepKit, Nimbus and Hub, which lead to their ends")
  func screens() async throws {
    try await Self.serve { port in
      let visitor = Visitor(port: UInt16(port))
      let index = try await visitor.get("/")
      for path in ["/sign-up", "/order", "/recipe", "/booking", "/menu"] {
        #expect(index.body.contains("href=\"\(path)\""))
        #expect(try await visitor.get(path).status == 200)
      }
      var page = try await visitor.start(at: "/booking")
      page = try await visitor.press("s-more", on: page, [(page.name(of: "s-name"), "Ada")])
      page = try await visitor.press("s-book", on: page)
      #expect(page.kind == "ended" && page.body.contains("Ada, a table for 3 at 19"))
      page = try await visitor.start(at: "/menu")
      #expect(page.title == "What shall it be?" && page.body.contains("src=\"/pictures/soup.svg\""))
      #expect(try await visitor.get("/pictures/soup.svg").status == 200)
      #expect(try await visitor.press("s-soup", on: page).body.contains("You get: Soup."))
      page = try await visitor.start(at: "/recipe")
      page = try await visitor.press("s-press", on: page)
      let boxes = (1...3).map { (page.name(of: "s-item-45-\($0)"), "on") }
      page = try await visitor.follow(try await visitor.answer(page, boxes))
      for _ in 0..<4 { page = try await visitor.press("s-advance", on: page) }
      page = try await visitor.press("s-start", on: page)
      #expect(page.body.contains("s-pause") && page.body.contains("http-equiv=\"refresh\""))
    }
  }

  @Test(
    "An invalid command line is reported with the usage",
    arguments: [["--port"], ["--port", "x"], ["--moon"], ["--journal"]])
  func wrong(_ arguments: [String]) async throws {
    let result = try await Program("web-demo").run(arguments)
    #expect(result.status == 64 && result.errors.contains("Usage: web-demo"))
  }
}
