import FlowDurable
import FlowStateTesting
import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import Testing
import WebServing
import WebTestSupport

@testable import FlowConsole

/// Clients that are slow, many, or without the token, over real sockets.
struct ConnectionTests {
  private static let token = "Authorization: Bearer t0ken\r\n"

  /// Runs a console with limits, and connects clients to it on a thread that they can block.
  private func withConsole(
    _ limits: ConnectionLimits = .patient,
    _ body: @escaping @Sendable (_ connect: () throws -> Client) throws -> Void
  ) async throws {
    try await RunningConsole.run(MemoryStore(), limits: limits) { console in
      let port = UInt16(try #require(URL(string: console.address)?.port))
      try await onThread { try body { try Client(port: port) } }
    }
  }

  private func expectPage(_ client: Client, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try client.send("GET /runs HTTP/1.1\r\nHost: localhost\r\n\(Self.token)\r\n")
    let page = try client.receive(until: "</html>")
    #expect(page.hasPrefix("HTTP/1.1 200"), sourceLocation: sourceLocation)
  }

  @Test(
    "A client without access is answered before it has sent its body, and then disconnected",
    arguments: [
      ("Host: localhost\r\nOrigin: http://localhost\r\n", "401 Unauthorized"),
      ("Host: evil.example\r\n\(token)", "421 Misdirected Request"),
      ("Host: localhost\r\nHost: evil.example\r\n\(token)", "400 Bad Request"),
      ("Host: localhost:1@evil.example\r\n\(token)", "400 Bad Request"),
      ("Host: localhost\r\nOrigin: http://evil.example\r\n\(token)", "403 Forbidden"),
    ])
  func gateBeforeBody(_ head: String, _ status: String) async throws {
    var limits = ConnectionLimits.patient
    limits.farewellTime = .milliseconds(50)
    try await withConsole(limits) { connect in
      let client = try connect()
      try client.send("POST /runs/1/cancel HTTP/1.1\r\n\(head)Content-Length: 4000000\r\n\r\nstep=")
      let answer = try client.receiveAll()
      #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\n"))
      #expect(answer.lowercased().contains("connection: close\r\n"))
    }
  }

  @Test("A request that begins before the answer to the earlier one is answered, too")
  func pipelined() async throws {
    try await withConsole { connect in
      let client = try connect()
      let next = "POST /runs/1/cancel HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n\(Self.token)"
      try client.send("GET /runs HTTP/1.1\r\nHost: localhost\r\n\(Self.token)\r\n\(next)Content-Length: 4\r\n\r\n")
      #expect(try client.receive(until: "</html>").hasPrefix("HTTP/1.1 200"))
      try client.send("a=bc")
      #expect(try client.receive(until: "</html>").hasPrefix("HTTP/1.1 404"))
    }
  }

  @Test("A form that is too large is refused, and the rest of it isn't received")
  func tooLarge() async throws {
    var limits = ConnectionLimits.patient
    limits.farewellTime = .minutes(1)
    try await withConsole(limits) { connect in
      let client = try connect()
      let head = "Host: localhost\r\nOrigin: http://localhost\r\n\(Self.token)Content-Length: 100000000\r\n\r\n"
      try client.send("POST /runs/1/send HTTP/1.1\r\n\(head)")
      let piece = String(repeating: "a", count: 65_536)
      for _ in 0..<65 { try client.send(piece) }
      #expect(try client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test("A client that continues to send after its answer is disconnected")
  func excess() async throws {
    var limits = ConnectionLimits.patient
    limits.farewellTime = .hours(1)
    try await withConsole(limits) { connect in
      let client = try connect()
      try client.send("POST /runs/1/send HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n")
      let piece = String(repeating: "a", count: 1 << 20)
      #expect(throws: POSIXError.self) { for _ in 0..<90 { try client.send(piece) } }
    }
  }

  @Test(
    "A connection whose client doesn't finish its request is closed",
    arguments: ["", "GET /runs HTTP/1.1\r\nHost: lo", "POST /runs/1/send HTTP/1.1\r\nContent-Length: 9\r\n"])
  func slow(_ begin: String) async throws {
    var limits = ConnectionLimits.patient
    limits.headTime = .milliseconds(50)
    limits.bodyTime = .milliseconds(50)
    try await withConsole(limits) { connect in
      let client = try connect()
      let isPost = begin.hasPrefix("POST")
      let rest = isPost ? "Host: localhost\r\nOrigin: http://localhost\r\n\(Self.token)\r\nname=" : ""
      try client.send(begin + rest)
      #expect(try client.receiveAll() == "")
    }
  }

  @Test("A connection whose client doesn't read is closed, and one whose client reads slowly isn't")
  func unread() throws {
    let limits = ConnectionLimits()
    let channel = EmbeddedChannel(handler: ConnectionHandler(Connections(limits)))
    let almost = limits.readTime - .seconds(1)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    try channel.writeInbound(HTTPRequestPart.head(.init(method: .get, scheme: nil, authority: nil, path: "/")))
    try channel.writeInbound(HTTPRequestPart.end(nil))
    func setWritable(_ isWritable: Bool) {
      channel.isWritable = isWritable
      channel.pipeline.fireChannelWritabilityChanged()
    }
    for _ in 0..<3 {
      setWritable(false)
      channel.embeddedEventLoop.advanceTime(by: almost)
      setWritable(true)
    }
    channel.embeddedEventLoop.advanceTime(by: .minutes(9))
    #expect(channel.isActive)
    setWritable(false)
    channel.embeddedEventLoop.advanceTime(by: limits.readTime)
    #expect(!channel.isActive)
  }

  @Test("A connection whose request hasn't arrived whole gives way, and one whose request waits for its answer doesn't")
  func unfinished() throws {
    var limits = ConnectionLimits()
    limits.connections = 1
    limits.welcomesRequests = true
    let connections = Connections(limits)
    func connect() throws -> EmbeddedChannel {
      let channel = EmbeddedChannel(handler: ConnectionHandler(connections))
      channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
      return channel
    }
    let head = HTTPRequestPart.head(.init(method: .post, scheme: nil, authority: nil, path: "/"))
    let slow = try connect()
    try slow.writeInbound(head)
    let whole = try connect()
    #expect(!slow.isActive && whole.isActive)
    try whole.writeInbound(head)
    try whole.writeInbound(HTTPRequestPart.end(nil))
    let late = try connect()
    #expect(whole.isActive && !late.isActive)
    for channel in [slow, whole, late] { _ = try channel.finish(acceptAlreadyClosed: true) }
  }

  @Test("A connection is kept between requests")
  func kept() async throws {
    try await withConsole { connect in
      let client = try connect()
      try expectPage(client)
      try expectPage(client)
    }
  }

  @Test("A connection is closed after a request if no other one comes")
  func idle() async throws {
    var limits = ConnectionLimits.patient
    limits.headTime = .milliseconds(200)
    try await withConsole(limits) { connect in
      // On a busy machine, the request itself can come too late.
      var wasAnswered = false
      for _ in 0..<100 where !wasAnswered {
        let client = try connect()
        try? client.send("GET /runs HTTP/1.1\r\nHost: localhost\r\n\(Self.token)\r\n")
        wasAnswered = try client.receiveAll().hasPrefix("HTTP/1.1 200")
      }
      #expect(wasAnswered)
    }
  }

  @Test("Many connections without a request don't keep a browser out")
  func many() async throws {
    var limits = ConnectionLimits.patient
    limits.connections = 8
    try await withConsole(limits) { [limits] connect in
      let friend = try connect()
      try expectPage(friend)
      var clients: [Client] = []
      for _ in 0..<40 {
        let client = try connect()
        try client.send("GET /runs HTTP/1.1\r\nHost: localhost\r\nX: ")
        clients.append(client)
      }
      // The console accepts on several threads: a late one of these could replace the new connection, and which of them are the
      // oldest isn't known.
      try Client.waitUntilClosed(clients.count - (limits.connections - 1), of: clients)
      // The connection that has shown the token was kept, and a new one is answered instead of one of the others.
      try expectPage(friend)
      let newest = try connect()
      try expectPage(newest)
      try Client.waitUntilClosed(clients.count - (limits.connections - 2), of: clients)
      try expectPage(newest)
    }
  }

  @Test("The console accepts no connection while few file descriptors are left")
  func descriptors() async throws {
    let looks = Mutex(0)
    var limits = ConnectionLimits.patient
    limits.retryTime = .milliseconds(1)
    limits.hasDescriptors = {
      looks.withLock { looks in
        looks += 1
        return looks > 20
      }
    }
    try await withConsole(limits) { connect in
      try expectPage(try connect())
      #expect(looks.withLock { $0 } > 20)
    }
  }

  @Test("The number of free file descriptors is known")
  func freeDescriptors() {
    #expect(FileDescriptors.areFree(1))
    #expect(!FileDescriptors.areFree(FileDescriptors.limit))
  }
}
