import FlowDurable
import FlowWeb
import Testing
import WebTestSupport

@Suite("W7: Cookies, and the names under which browsers reach the pages")
struct ProxyTests {
  /// The names and attributes of the cookies that a start sets.
  private static func cookies(
    _ change: @escaping @Sendable (Pages<Any, String>) -> Pages<Any, String>, _ headers: [String: String]
  ) async throws -> (start: String, journey: String) {
    try await Site.run {
      change($0)
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.send("GET", "/sign-up", headers)
      let start = try #require(page.header("set-cookie"))
      let body = page.allHidden.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
      let cookie = String(start.prefix { $0 != ";" })
      let reply = try await visitor.send(
        "POST", "/sign-up", headers.merging(["Cookie": cookie]) { $1 }, body, keepsCookies: false)
      let set = reply.headers.filter { $0.name == "set-cookie" }.map(\.value)
      let journey = try #require(set.first { $0.contains("journey-") })
      // With several journeys, the next one begins with the same cookie.
      #expect(set.count == 1 || set.contains { $0.contains("start-") && $0.hasSuffix("Max-Age=0") })
      let path = reply.location.split(separator: "/").dropLast().map { "/\($0)" }.joined()
      let again = try await visitor.send(
        "GET", path, headers.merging(["Cookie": String(journey.prefix { $0 != ";" })]) { $1 })
      #expect(again.status == 303)
      return (start, journey.replacing(path, with: "PATH"))
    }
  }

  private static func expect(_ cookie: String, _ name: String, _ path: String, isSecure: Bool) {
    #expect(cookie.hasPrefix("\(name)="))
    #expect(cookie.hasSuffix("; Path=\(path); HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")))
  }

  @Test("With TLS, no other host can set the cookies")
  func prefixes() async throws {
    let (start, journey) = try await Self.cookies({ $0 }, ["Host": "shop.example"])
    Self.expect(start, "__Host-start-sign-up", "/", isSecure: true)
    Self.expect(journey, "__Host-journey-sign-up", "/", isSecure: true)
    let several = try await Self.cookies({ $0.startsSeveral() }, ["Host": "shop.example"])
    Self.expect(several.start, "__Host-start-sign-up", "/", isSecure: true)
    Self.expect(several.journey, "__Secure-journey-sign-up", "PATH", isSecure: true)
  }

  @Test("On the browser's own machine, the cookies need no TLS")
  func local() async throws {
    let (start, journey) = try await Self.cookies({ $0 }, ["Host": "localhost:8080"])
    Self.expect(start, "start-sign-up", "/sign-up", isSecure: false)
    Self.expect(journey, "journey-sign-up", "/sign-up", isSecure: false)
    let several = try await Self.cookies({ $0.startsSeveral() }, ["Host": "localhost"])
    Self.expect(several.journey, "journey-sign-up", "PATH", isSecure: false)
  }

  @Test("Behind a proxy that replaces the host, a published origin decides about cookies, forms, and links")
  func published() async throws {
    let local = ["Host": "localhost:8080"]
    let (start, journey) = try await Self.cookies({ $0.published(at: "https://shop.example") }, local)
    Self.expect(start, "__Host-start-sign-up", "/", isSecure: true)
    Self.expect(journey, "__Host-journey-sign-up", "/", isSecure: true)
    let plain = try await Self.cookies({ $0.published(at: "http://shop.example:81") }, ["Host": "10.0.0.1"])
    Self.expect(plain.journey, "journey-sign-up", "/sign-up", isSecure: false)
    let said = try await Self.cookies({ $0.cookies(secure: true) }, local)
    Self.expect(said.journey, "__Host-journey-sign-up", "/", isSecure: true)
    try await Site.run {
      $0.published(at: "http://shop.example").resumable()
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let path = visitor.path("person")
      let hidden = page.allHidden
      func post(from origin: String, _ more: [String: String] = [:]) async throws -> Int {
        let headers = ["Sec-Fetch-Site": "", "Origin": origin].merging(more) { $1 }
        return try await visitor.post(path, hidden + ada, headers: headers).status
      }
      #expect(try await post(from: site.address) == 403)
      #expect(try await post(from: "http://evil.example", ["Host": "evil.example"]) == 403)
      #expect(try await post(from: "http://evil.example", ["X-Forwarded-Host": "evil.example"]) == 403)
      #expect(try await post(from: "http://shop.example") == 303)
      let link = try await visitor.get(visitor.path() + "/-/resume").body
      #expect(link.contains("http://shop.example/sign-up/"))
    }
  }

  @Test("The headers of a proxy count if the program says so, the last of each")
  func forwarded() async throws {
    let headers = [
      "Host": "localhost:8080", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example, shop.example",
    ]
    let ignored = try await Self.cookies({ $0 }, headers)
    Self.expect(ignored.journey, "journey-sign-up", "/sign-up", isSecure: false)
    let trusted = try await Self.cookies({ $0.trustingProxy() }, headers)
    Self.expect(trusted.journey, "__Host-journey-sign-up", "/", isSecure: true)
    let plain = try await Self.cookies(
      { $0.trustingProxy() }, ["Host": "10.0.0.1", "X-Forwarded-Proto": "https, http", "X-Forwarded-Host": "a, b"])
    Self.expect(plain.journey, "journey-sign-up", "/sign-up", isSecure: false)
    try await Site.run {
      $0.trustingProxy().resumable()
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let hosts = [
        "Sec-Fetch-Site": "", "X-Forwarded-Proto": "http", "X-Forwarded-Host": "evil.example, shop.example",
      ]
      for (origin, status) in [("http://evil.example", 403), (site.address, 403), ("http://shop.example", 303)] {
        let headers = hosts.merging(["Origin": origin]) { $1 }
        #expect(try await visitor.post(visitor.path("person"), page.allHidden + ada, headers: headers).status == status)
      }
    }
  }

  @Test("A secret of the servers that others could guess, and an origin that is none, stop the program")
  func preconditions() async throws {
    await #expect(processExitsWith: .failure) { _ = try unserved().keyed(by: "") }
    await #expect(processExitsWith: .failure) { _ = try unserved().keyed(by: String(repeating: "x", count: 31)) }
    for origin in ["", "shop.example", "https://", "https://shop.example/", "ftp://shop.example", "https://a b"] {
      await #expect(processExitsWith: .failure) { [origin = origin as String] in
        _ = try unserved().published(at: origin)
      }
    }
    _ = try unserved().keyed(by: String(repeating: "x", count: 32)).published(at: "https://[::1]:8443")
  }
}

/// Pages that no server has.
private func unserved() throws -> Pages<Any, String> {
  let flow = try signUpFlow()
  return Pages(flow, worker: FlowWorker(MemoryStore(), running: [flow]), at: "/sign-up")
}
