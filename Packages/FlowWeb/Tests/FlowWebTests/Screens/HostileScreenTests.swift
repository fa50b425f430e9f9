import FlowScreens
import FlowState
import Foundation
import Testing
import WebTestSupport

@testable import FlowWeb

@Suite("Hostile clients and layouts of screens")
struct HostileScreenTests {
  private static func page(
    _ layout: @escaping @Sendable (PlainScreen) -> ScreenLayout, images: [String] = []
  ) async throws -> Visitor.Reply {
    let (pages, feed) = AsyncStream<Visitor.Reply>.makeStream()
    try await ScreenSite.run(Screens(TestFlows.showing([layout]), at: "/s").images(from: images)) { site in
      feed.yield(try await site.visitor().begin())
    }
    feed.finish()
    return try #require(await pages.first { _ in true })
  }

  @Test("The cookie is HttpOnly, SameSite=Lax and Secure, has 128 bits, and is never one that the browser brought")
  func cookie() async throws {
    try await ScreenSite.run(Screens(TestFlows.counter(), at: "/s")) { site in
      let visitor = site.visitor()
      let cookie = try await visitor.send("GET", "/s", ["Host": "shop.example.org"]).header("set-cookie") ?? ""
      #expect(cookie.contains("; Path=/; HttpOnly; SameSite=Lax; Secure") && cookie.hasPrefix("__Host-"))
      #expect(cookie.contains(#/=[0-9a-f]{32}\.[0-9a-f]{32};/#))
      visitor.cookies = [:]
      let start = try await visitor.get("/s")
      let brought = visitor.cookies
      _ = try await visitor.answer(start, [])
      #expect(visitor.cookies != brought)
      let thief = site.visitor()
      thief.cookies = brought
      #expect(try await thief.get("/s/screen").status == 410)
      // A made-up name with another secret opens nothing.
      let own = try #require(visitor.cookies.first)
      thief.cookies = [own.key: own.value.prefix(33) + String(repeating: "0", count: 32)]
      #expect(try await thief.get("/s/screen").status == 410)
    }
  }

  @Test("A form without the token, from another site, or that is too large, changes nothing")
  func forms() async throws {
    try await ScreenSite.run(Screens(TestFlows.counter(), at: "/s").limited(toBytes: 2_000, fields: 20)) { site in
      let visitor = site.visitor()
      let page = try await visitor.begin()
      let fields = page.allHidden + [("flow-press", "e4")]
      func status(_ fields: [(String, String)], _ headers: [String: String] = [:]) async throws -> Int {
        try await visitor.post("/s/screen", fields, headers: headers).status
      }
      #expect(try await status(fields.filter { $0.0 != "flow-form" }) == 403)
      #expect(try await status(fields.map { $0.0 == "flow-form" ? ($0.0, "x") : $0 }) == 403)
      #expect(try await status(fields, ["Sec-Fetch-Site": "cross-site"]) == 403)
      #expect(try await status(fields, ["Sec-Fetch-Site": "", "Origin": "http://evil.example"]) == 403)
      #expect(try await status(fields + [("x", String(repeating: "x", count: 2_000))]) == 413)
      #expect(try await status(fields + Array(repeating: ("x", ""), count: 20)) == 413)
      #expect(try await status(fields, ["Content-Type": "multipart/form-data; boundary=x"]) == 415)
      #expect(try await status(fields.filter { $0.0 != "flow-screen" }) == 400)
      for press in ["e-1", "x", "e99999999999999999999", "c", "e\u{301}", "back\u{0}"] {
        #expect(try await status(page.allHidden + [("flow-press", press)]) == 400)
      }
      for press in ["e77", "c77"] {
        let again = try await visitor.get("/s/screen")
        let reply = try await visitor.answer(again, [("flow-press", press)])
        #expect(try await visitor.follow(reply).body.contains("Count: 0"))
      }
      #expect(try await visitor.send("PUT", "/s/screen").status == 404)
      #expect(try await visitor.get("/s/other").status == 404)
      #expect(try await visitor.get("/s/changes/x").status == 204)
      #expect(try await site.visitor().get("/s/changes/1").status == 410)
      #expect(try await visitor.get("/s/screen").body.contains("Count: 0"))
    }
  }

  @Test("A disabled input and the path of a file take nothing, whatever is posted")
  func disabled() async throws {
    let log = Log()
    let layout: @Sendable (PlainScreen) -> ScreenLayout = { _ in
      .column([
        .element(.input("path", label: "File", text: "") { log.note($0) }.taking(.path)),
        .element(.input("off", label: "Off", text: "") { log.note($0) }.disabled()),
        .element(.toggle("box", label: "Box", isOn: true) { log.note("\($0)") }.disabled()),
        .element(.choice("few", label: "Few", options: ["a"], selected: nil) { log.note("\($0)") }),
      ])
    }
    try await ScreenSite.run(Screens(TestFlows.showing([layout]), at: "/s")) { site in
      let visitor = site.visitor()
      let page = try await visitor.begin()
      #expect(page.body.contains("A file can&#39;t be given here."))
      _ = try await visitor.answer(
        page,
        [
          (page.name(of: "s-path"), "/etc/passwd"), (page.name(of: "s-off"), "x"), (page.name(of: "s-box"), "off"),
          (page.name(of: "s-few"), "7"), (page.name(of: "s-few"), "-1"),
        ])
      #expect(log.lines.isEmpty)
    }
  }

  @Test("Texts of a screen are escaped, links are those of the web, and images come from allowed places")
  func texts() async throws {
    let evil = "<script>alert(1)</script>\"'"
    let page = try await Self.page(
      { _ in
        .column([
          .heading(StyledText(evil)), .heading(StyledText(evil), level: 3), .text(StyledText(evil, .bold, .red)),
          .link("good", url: "HTTPS://example.org/?a=\"&b"), .link("bad", url: "javascript:alert(1)"),
          .link("ugly", url: "https://example.org\\@evil.example/ x"), .link("data", url: "data:text/html,x"),
          .image(url: "https://images.example.org/a.png", label: "kept"),
          .image(url: "https://images.example.org.evil.example/a.png", label: "one"),
          .image(url: "https://images.example.org@evil.example/a.png", label: "two"),
          .image(url: "http://images.example.org/a.png", label: "three"),
          .image(url: "/pictures/a.png", label: "four"), .image(url: "/pictures/../b.png", label: "five"),
          .image(url: "//images.example.org/a.png", label: "six"), .image(label: evil),
          .list([StyledText(evil)]), .table([[StyledText(evil)]], titles: [StyledText(evil)]),
          .element(.input(evil, label: evil, text: evil, placeholder: evil) { _ in }.hinted(evil).refused([evil])),
          .element(.choice("c", label: evil, options: Array(repeating: evil, count: 9), selected: 1) { _ in }),
          .group(.bar(fraction: .nan), legend: StyledText(evil), hint: evil, problems: [evil]),
          .framed(.nothing, title: StyledText(evil)),
        ])
      }, images: ["images.example.org", "/pictures"])
    #expect(page.status == 200 && !page.body.contains("<script>alert"))
    let links = page.body.matches(of: #/<a href="([^"]*)" rel/#).map { String($0.1) }
    #expect(links == ["HTTPS://example.org/?a=&quot;&amp;b"])
    let images = page.body.matches(of: #/<img src="([^"]*)" alt="([^"]*)"/#).map { "\($0.1) \($0.2)" }
    #expect(images == ["https://images.example.org/a.png kept", "/pictures/a.png four"])
    #expect(page.header("content-security-policy")?.contains("img-src 'self' https://images.example.org;") == true)
    let plain = try await Self.page { _ in .image(url: "https://images.example.org/a.png", label: "a picture") }
    #expect(plain.body.contains("a picture") && !plain.body.contains("<img"))
    #expect(plain.header("content-security-policy")?.contains("img-src 'none';") == true)
  }

  @Test("A layout without an end, or that is very deep or long, has a page that ends", arguments: 0..<4)
  func sizes(_ kind: Int) async throws {
    let page = try await Self.page { _ in
      switch kind {
      case 0:
        final class Endless {
          static func layout() -> ScreenLayout { .deferred { .indented(layout()) } }
        }
        return Endless.layout()
      case 1: return (0..<30_000).reduce(ScreenLayout.text("deep")) { inner, _ in .deferred { .framed(inner) } }
      case 2: return .column(Array(repeating: .element(.button("b", label: "b") {}), count: 100_000))
      default: return .column(Array(repeating: .text(StyledText(String(repeating: "x", count: 10_000))), count: 5_000))
      }
    }
    #expect(page.status == 200 && page.body.utf8.count < 6_000_000)
    #expect(page.body.contains("The rest is too long to be shown.") && page.body.contains("</html>"))
  }
}
