import FlowChains
import FlowDurable
import FlowForms
import FlowMarkup
import FlowState
import FlowWeb
import Foundation
import Testing
import WebTestSupport

@Suite("W7: Private")
struct PrivateTests {
  @Test("The cookie is a secret that the addresses and the store don't have")
  func cookie() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let start = try await visitor.get("/sign-up")
      let first = try #require(start.header("set-cookie"))
      #expect(first.hasSuffix("; Path=/sign-up; HttpOnly; SameSite=Lax"))
      let reply = try await visitor.post("/sign-up", start.allHidden)
      let second = try #require(reply.header("set-cookie"))
      #expect(second != first)
      let value = second.prefix { $0 != ";" }.split(separator: "=")[1].split(separator: ".")
      #expect(value.map(\.count) == [32, 32])
      let run = try await site.run(of: visitor)
      #expect(try await run.summary().key == String(value[0]))
      #expect(reply.location.contains(value[0]) && !reply.location.contains(value[1]))
      let page = try await visitor.follow(reply)
      #expect(!page.body.contains(value[1]))
    }
  }

  @Test("Cookies are for TLS only, unless the browser is on the server's machine or the program says otherwise")
  func secure() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let reply = try await visitor.send("GET", "/sign-up", ["Host": "shop.example"])
      #expect(reply.header("set-cookie")?.contains("; Secure") == true)
    }
    try await Site.run {
      $0.cookies(secure: false, kept: .seconds(60))
    } body: { site in
      let visitor = site.visitor()
      let reply = try await visitor.send("GET", "/sign-up", ["Host": "shop.example"])
      #expect(reply.header("set-cookie")?.contains("; Secure") == false)
      let start = try await visitor.post("/sign-up", reply.allHidden)
      #expect(start.header("set-cookie")?.hasSuffix("; Max-Age=60") == true)
    }
  }

  @Test("A browser without the cookie sees nothing, and answers nothing")
  func strangers() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.walk(to: "plan")
      let run = try await site.run(of: visitor)
      let before = try await run.summary()
      let stranger = site.visitor()
      let other = site.visitor()
      try await other.start()
      let id = try #require(visitor.journey)
      let secret = String(repeating: "0", count: 32)
      for cookie in ["", "\(id).\(secret)", "\(id).", id, "\(secret).\(secret)", "../../\(id).x", "\(id).\(id)"] {
        stranger.cookies = cookie.isEmpty ? [:] : ["journey-sign-up /sign-up": cookie]
        for path in [visitor.path(), visitor.path("person"), visitor.path("plan"), "/sign-up/\(id)/-/leave"] {
          let reply = try await stranger.get(path)
          #expect(reply.status == 404 && !reply.body.contains("Ada"))
          #expect(try await other.get(path).status == 404)
        }
        #expect(try await stranger.answer(page, [("kind", "free")]).status == 404)
        #expect(try await stranger.post("/sign-up/\(id)/-/leave", page.allHidden).status == 404)
      }
      #expect(try await other.answer(page, [("kind", "free")]).status == 404)
      #expect(try await run.summary() == before)
    }
  }

  @Test("A cookie that somebody else has planted doesn't become a journey's")
  func fixation() async throws {
    try await Site.run { site in
      // The attacker knows a cookie that the server has made.
      let attacker = site.visitor()
      _ = try await attacker.get("/sign-up")
      let victim = site.visitor()
      victim.cookies = attacker.cookies
      try await victim.start()
      #expect(try await victim.get(victim.path()).status == 303)
      #expect(try await attacker.get(victim.path()).status == 404)
      #expect(attacker.cookies != victim.cookies)
    }
  }

  @Test("A form without the token of its browser, or of another site, is refused before anything changes")
  func forgery() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let run = try await site.run(of: visitor)
      let before = try await run.summary()
      let path = visitor.path("person")
      let without = page.allHidden.filter { $0.0 != "flow-form" } + ada
      #expect(try await visitor.post(path, without).status == 403)
      #expect(try await visitor.post(path, without + [("flow-form", String(repeating: "0", count: 32))]).status == 403)
      let all = page.allHidden + ada
      for headers in [
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
        ["Sec-Fetch-Site": "", "Origin": "https://evil.example"], ["Sec-Fetch-Site": "", "Origin": "null"],
      ] {
        #expect(try await visitor.post(path, all, headers: headers).status == 403)
        #expect(try await visitor.post("/sign-up", all, headers: headers).status == 403)
        #expect(try await visitor.post(visitor.path() + "/-/leave", all, headers: headers).status == 403)
      }
      #expect(try await visitor.post(visitor.path() + "/-/leave", without).status == 403)
      #expect(try await run.summary() == before)
      let origin = ["Sec-Fetch-Site": "", "Origin": site.address]
      #expect(try await visitor.post(path, all, headers: origin).status == 303)
    }
  }

  @Test("Bodies that are too large, of another type, or not UTF-8 are refused")
  func bodies() async throws {
    try await Site.run {
      $0.limited(toBytes: 2_000, fields: 20, patience: .seconds(30))
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let path = visitor.path("person")
      let token = "flow-form=\(page.hidden("flow-form"))"
      // The length alone is enough: the body isn't sent.
      #expect(try await visitor.send("POST", path, ["Content-Length": "2001", "Expect": ""], "").status == 413)
      #expect(try await visitor.post(path, page.allHidden + ada + (0..<20).map { ("n\($0)", "") }).status == 413)
      #expect(try await visitor.send("POST", path, ["Content-Type": "application/json"], "{}").status == 415)
      #expect(
        try await visitor.send("POST", path, ["Content-Type": "multipart/form-data; boundary=x"], "--x--").status == 415
      )
      #expect(try await visitor.send("POST", path, ["Content-Type": ""], token).status == 415)
      for body in ["name=%FF%FE", "%C3=1", "\(token)&name=%80"] {
        #expect(try await visitor.send("POST", path, [:], body).status == 400)
      }
      for body in ["", "&&&", "=", "%", "name", "name=%zz&x", token] {
        let status = try await visitor.send("POST", path, [:], body).status
        #expect((400..<500).contains(status))
      }
      #expect(try await visitor.get("/sign-up/%FF").status == 400)
      #expect(try await visitor.get("/sign-up/a/b/c").status == 404)
      #expect(try await visitor.fill(page, ada).title == "Which plan?")
    }
  }

  @Test("Each reply has a strict policy, and pages aren't kept by caches")
  func headers() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let style = page.between("rel=\"stylesheet\" href=\"", "\"")
      for path in ["/sign-up", visitor.path(), visitor.path("person"), "/sign-up/nothing", style] {
        let reply = try await visitor.get(path)
        let policy = try #require(reply.header("content-security-policy"))
        #expect(policy.hasPrefix("default-src 'none'") && !policy.contains("unsafe"))
        #expect(reply.header("x-content-type-options") == "nosniff")
        #expect(reply.header("referrer-policy") == "same-origin")
        #expect(path == style || reply.header("cache-control") == "no-store")
      }
      #expect(try await visitor.get(style).header("cache-control")?.contains("immutable") == true)
      let head = try await visitor.send("HEAD", visitor.path("person"))
      #expect(head.status == 200 && head.body.isEmpty)
      #expect(!page.body.contains("style=") && !page.body.contains("onclick"))
    }
  }

  @Test("After the sign-in, the earlier cookie has no part in the journey")
  func rotation() async throws {
    try await Site.run {
      $0.rotatingCookie(after: "person")
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let (thief, late) = (visitor.moved(to: site.port), visitor.moved(to: site.port))
      async let one = visitor.answer(page, ada)
      async let two = visitor.answer(page, ada)
      for reply in try await [one, two] { #expect(reply.status == 303 && reply.header("set-cookie") != nil) }
      #expect(try await visitor.follow(try await visitor.get(visitor.path())).title == "Which plan?")
      for path in [thief.path(), thief.path("person"), thief.path("plan")] {
        #expect(try await thief.get(path).status == 404)
      }
      #expect(try await thief.answer(page, bob).status == 404)
      // The reply to the first click was lost with its cookie, and the second click brings it again.
      let second = try await late.answer(page, ada)
      #expect(second.status == 303 && late.cookies == visitor.cookies)
      #expect(try await late.follow(second).title == "Which plan?")
      // Going back past the sign-in doesn't bring the earlier cookie back.
      let plan = try await visitor.get(visitor.path("plan"))
      let note = try await visitor.fill(plan, [("kind", "free")])
      #expect(note.title == "Anything else?")
      try await site.run(of: visitor).goBack(to: "person")
      try await patiently("The run did not go back") {
        try await visitor.follow(try await visitor.get(visitor.path())).title == "Who are you?"
      }
      #expect(try await thief.get(thief.path("person")).status == 404)
    }
  }

  @Test("A sign-in that is refused replaces no cookie, also if its reply is lost")
  func refusedRotation() async throws {
    try await Site.run {
      $0.rotatingCookie(after: "person")
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let reply = try await visitor.answer(page, [("name", "Ada"), ("email", "taken@example.org")])
      #expect(reply.status == 422 && reply.header("set-cookie") == nil)
      #expect(reply.body.contains("Enter another email address."))
      let again = try await visitor.get(visitor.path("person"))
      #expect(again.status == 200 && again.body.contains("Enter another email address."))
      let early = visitor.moved(to: site.port)
      #expect(try await visitor.fill(again, ada).title == "Which plan?")
      #expect(try await early.get(early.path("plan")).status == 404)
    }
  }

  @Test("Other cookies of the browser don't hide those of the journey")
  func manyCookies() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      try await visitor.start()
      let own = visitor.cookies.values.map { "journey-sign-up=\($0)" }
      let others = (0..<20).map { "journey-sign-up=other\($0)" }
      let headers = ["Cookie": (others + own).joined(separator: "; ")]
      #expect(try await visitor.send("GET", visitor.path("person"), headers).status == 200)
      #expect(try await visitor.send("GET", "/sign-up", headers).kind == "underWay")
    }
  }

  @Test("A password is never shown again, and a file is kept by its digest")
  func secrets() async throws {
    struct Account: Codable, Sendable { var password = "", photo: FormFile? }
    let form = FlowForm(Account(), "Your account") { field in
      field.password("password", \.password, "Password") { $0.count < 8 ? "Enter at least 8 characters." : nil }
      field.file("photo", \.photo, "Photo", types: ["image/*"], maximumSize: 10)
    }
    let flow = try DurableFlow(
      FlowChain("account") { FlowStepDeclaration.form(form, identifier: "account") }, Any.self, String.self,
      sealedBy: PlainCodec()
    ) { _ in "done" }
    // A style of one's own that shows what was entered in each field.
    struct Loud: PageStyle {
      func bottom(_ page: JourneyPage) -> Markup {
        "<p>\(page.form?.fields.map { $0.entry.text($0.outline.name) }.joined() ?? "")</p>"
      }
    }
    let folder = try TemporaryFolder()
    try await Site.run(serving: flow) {
      $0.keepingFiles(in: FileFolder(folder.path("files"))).styled(by: Loud())
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      #expect(page.body.contains("enctype=\"multipart/form-data\""))
      func send(_ password: String, _ bytes: String, type: String = "image/png") async throws -> Visitor.Reply {
        let parts = page.allHidden + [("password", password)]
        let body =
          parts.map { "--b\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n" }.joined()
          + "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"../me.png\"\r\nContent-Type: \(type)\r\n\r\n"
          + "\(bytes)\r\n--b--\r\n"
        return try await visitor.send(
          "POST", visitor.path("account"), ["Content-Type": "multipart/form-data; boundary=b"], body)
      }
      let short = try await send("secret", "bytes")
      #expect(short.status == 422 && !short.body.contains("secret"))
      #expect(try await send("secret sauce", "far too many bytes").status == 422)
      #expect(try await send("secret sauce", "bytes", type: "text/html").status == 422)
      #expect(try await send("short", "bytes").status == 422)
      // A form that is refused leaves no file.
      #expect(!FileManager.default.fileExists(atPath: folder.path("files")))
      #expect(try await send("secret sauce", "bytes").status == 303)
      // Neither does another one that comes too late; the same one again leads on.
      #expect(try await send("secret sauce", "others").status != 303)
      #expect(try await send("secret sauce", "bytes").status == 303)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("files")).count == 1)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("files"))
      #expect(names.contains(FormFile.digest(of: Data("bytes".utf8))))
      #expect(names.allSatisfy { $0.count == 64 })
    }
  }
}

/// A codec for a test, which seals nothing.
struct PlainCodec: PayloadCodec {
  func seal(_ bytes: Data, at position: PayloadPosition) throws -> Data { bytes }
  func open(_ bytes: Data, at position: PayloadPosition) throws -> Data { bytes }
}
