import FlowDurable
import FlowWeb
import Foundation
import Testing
import WebTestSupport

@Suite("W7: Slow, many, and hostile clients")
struct CrowdTests {
  /// Runs a site with limits, and a closure on a thread that clients can block.
  private func withSite(
    _ limits: ClientLimits = ClientLimits(), _ body: @escaping @Sendable (_ connect: () throws -> Client) throws -> Void
  ) async throws {
    try await Site.run(within: limits) { site in
      try await onThread { try body { try Client(port: UInt16(site.port)) } }
    }
  }

  private func expectPage(_ client: Client, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try client.send("GET /sign-up HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try client.receive(until: "</html>").hasPrefix("HTTP/1.1 200"), sourceLocation: sourceLocation)
  }

  /// The memory of this process in bytes.
  private static var memory: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
  }

  @Test("Ten thousand connections without a request don't keep anybody out, and most of them are closed")
  func halfOpen() async throws {
    var limits = ClientLimits()
    limits.connections = 100
    // The newest connections replace the oldest, whatever time they have.
    limits.headTime = .seconds(3_600)
    try await withSite(limits) { [limits] connect in
      let friend = try connect()
      try expectPage(friend)
      let before = Self.memory
      var clients: [Client] = []
      for number in 0..<10_000 {
        let client = try connect()
        if number % 2 == 0 { try? client.send("GET /sign-up HTTP/1.1\r\nHost: localhost\r\nX: ") }
        clients.append(client)
        if clients.count == 1_000 {
          try Client.waitUntilClosed(clients.count - limits.connections, of: clients)
          clients.removeFirst(500)
        }
      }
      // A late one of these could replace the new connection. Those that the client closed first replace none.
      try Client.waitUntilClosed(clients.count - 2 * limits.connections, of: clients)
      // The connection that has sent a request was kept, and new ones are answered.
      try expectPage(friend)
      try expectPage(try connect())
      #expect(Self.memory - before < 400 << 20)
    }
  }

  @Test(
    "A connection whose client doesn't finish its request is closed",
    arguments: [
      "", "GET /sign-up HTTP/1.1\r\nHost: lo",
      "POST /sign-up HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\na=",
    ])
  func slow(_ begin: String) async throws {
    var limits = ClientLimits()
    limits.headTime = .milliseconds(100)
    limits.bodyTime = .milliseconds(100)
    try await withSite(limits) { connect in
      let client = try connect()
      try client.send(begin)
      #expect(try !client.receiveAll().hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test("A connection is closed after a request if no other one comes, and kept until then")
  func idle() async throws {
    try await withSite { connect in
      let client = try connect()
      try expectPage(client)
      try expectPage(client)
    }
    var limits = ClientLimits()
    limits.headTime = .milliseconds(200)
    try await withSite(limits) { connect in
      // On a busy machine, the request itself can come too late.
      var wasAnswered = false
      for _ in 0..<100 where !wasAnswered {
        let client = try connect()
        try? client.send("GET /sign-up HTTP/1.1\r\nHost: localhost\r\n\r\n")
        wasAnswered = try client.receiveAll().hasPrefix("HTTP/1.1 200")
      }
      #expect(wasAnswered)
    }
  }

  @Test("A gigabyte is refused before it is received", arguments: [true, false])
  func gigabyte(isAnnounced: Bool) async throws {
    try await withSite { connect in
      let client = try connect()
      let length = isAnnounced ? "Content-Length: \(1 << 30)" : "Transfer-Encoding: chunked"
      let type = "Content-Type: application/x-www-form-urlencoded"
      let before = Self.memory
      try client.send("POST /sign-up HTTP/1.1\r\nHost: localhost\r\n\(type)\r\n\(length)\r\n\r\n")
      if isAnnounced { #expect(try client.receive(until: "</html>").hasPrefix("HTTP/1.1 413")) }
      let piece = String(repeating: "a", count: 1 << 20)
      let chunk = isAnnounced ? piece : "\(String(1 << 20, radix: 16))\r\n\(piece)\r\n"
      #expect(throws: POSIXError.self) { for _ in 0..<1_024 { try client.send(chunk) } }
      #expect(Self.memory - before < 200 << 20)
    }
    // A client that stops there gets its answer.
    try await withSite { connect in
      let client = try connect()
      let type = "Content-Type: application/x-www-form-urlencoded"
      try client.send("POST /sign-up HTTP/1.1\r\nHost: localhost\r\n\(type)\r\nTransfer-Encoding: chunked\r\n\r\n")
      let piece = String(repeating: "a", count: 1 << 20)
      for _ in 0..<2 { try? client.send("\(String(1 << 19, radix: 16))\r\n\(piece.prefix(1 << 19))\r\n") }
      try? client.send("1\r\na\r\n")
      #expect(try client.receiveAll().hasPrefix("HTTP/1.1 413"))
    }
  }

  @Test("Very many fields, very large values, and texts in other encodings are refused, and change nothing")
  func bodies() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let path = visitor.path("person")
      let run = try await site.run(of: visitor)
      let before = try await run.summary()
      let hidden = page.allHidden.map { "\($0.0)=\(Visitor.encoded($0.1))" }.joined(separator: "&")
      let start = ContinuousClock.now
      for field in ["a=b&", "&", "a&", "%41=%42&", "=&"] {
        let body = hidden + "&" + String(repeating: field, count: 100_000)
        let status = try await visitor.send("POST", path, [:], body).status
        #expect(status == (field == "&" ? 422 : 413), "\(field)")
      }
      for name in ["name", "email", "flow-visit", "flow-mode", "unknown"] {
        let million = String(repeating: "a", count: 1_000_000)
        let status = try await visitor.send("POST", path, [:], "\(name)=\(million)&\(hidden)").status
        #expect([400, 413, 422].contains(status), "\(name)")
      }
      #expect(try await visitor.send("POST", path, [:], String(repeating: "n", count: 1_000_000) + "=1").status == 400)
      let encoded = "name=%E4&email=ada%40example.org&\(hidden)"
      let type = "application/x-www-form-urlencoded"
      for body in [encoded, "name=%C0%AF&\(hidden)", "name=%ED%A0%80&\(hidden)", "n%00\u{FFFE}%FE%FF=1&\(hidden)"] {
        for charset in ["", "; charset=iso-8859-1", "; charset=utf-16", "; charset=\"x"] {
          #expect(try await visitor.send("POST", path, ["Content-Type": type + charset], body).status == 400)
        }
      }
      for encoding in ["gzip", "br", "deflate, gzip", "x"] {
        #expect(try await visitor.send("POST", path, ["Content-Encoding": encoding], hidden).status == 415)
      }
      for type in ["text/plain", "application/json", "multipart/form-data", "multipart/form-data; boundary=", "x"] {
        #expect(try await visitor.send("POST", path, ["Content-Type": type], hidden).status == 415)
      }
      #expect(ContinuousClock.now - start < .seconds(120))
      #expect(try await run.summary() == before)
      #expect(try await visitor.fill(page, ada).title == "Which plan?")
    }
  }
}
