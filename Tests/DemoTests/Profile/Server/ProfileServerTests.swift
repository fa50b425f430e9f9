import DemoTestSupport
@testable import DemoServer
import Foundation
import Testing

@testable import Demo

@Suite struct ProfileServerTests {
  let folder: TemporaryFolder
  var store: ProfileStore { ProfileStore(path: folder.file("p.json")) }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Starts a server. Its default time limit is long, so that a busy machine doesn't reach it.
  private func serve(_ limits: ServerLimits = ServerLimits(time: .seconds(600))) throws -> (EmbeddedServer, URL) {
    let server = EmbeddedServer(store: store, limits: limits)
    return (server, try server.start())
  }

  private func put(_ body: String) -> String {
    "PUT /profile/name HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private func answer(to request: String, at url: URL) throws -> String {
    let client = try RawClient(url)
    client.send(request)
    return client.readAll()
  }

  private let get = "GET /profile HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test func `The server listens on the loopback only and answers with the profile`() throws {
    let (server, url) = try serve()
    #expect(url.host() == "127.0.0.1")
    let answer = try answer(to: get, at: url)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"))
    #expect(answer.contains("\r\nConnection: close\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n" + String(decoding: UserProfile.initial.json, as: UTF8.self)))
    #expect(try folder.names() == [])
    server.stop()
  }

  @Test func `A new name is on the disk before the answer, which is the whole profile`() throws {
    let (server, url) = try serve()
    let answer = try answer(to: put(#"{"name":" Bo "}"#), at: url)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
    #expect(answer.contains(#""name" : "Bo""#))
    #expect(answer.contains(UserProfile.initial.bio))
    #expect(try store.load().profile.name == "Bo")
    server.stop()
  }

  @Test(arguments: [
    ("GET /other HTTP/1.1\r\nHost: x\r\n\r\n", 404, "Nothing is at '/other'"),
    ("GET /profile/ HTTP/1.1\r\nHost: x\r\n\r\n", 404, "Nothing is at"),
    ("DELETE /profile HTTP/1.1\r\nHost: x\r\n\r\n", 405, "\r\nAllow: GET\r\n"),
    ("GET /profile/name HTTP/1.1\r\nHost: x\r\n\r\n", 405, "\r\nAllow: PUT\r\n"),
    ("PUT /profile/name HTTP/1.1\r\nHost: x\r\n\r\n", 411, "Content-Length"),
    ("PUT /profile/name HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 501, "Content-Length"),
    ("garbage\r\n\r\n", 400, "malformed"),
  ])
  func `A request for anything else is refused in words`(request: String, status: Int, words: String) throws {
    let (server, url) = try serve()
    let answer = try answer(to: request, at: url)
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    #expect(answer.contains(words))
    server.stop()
  }

  @Test(arguments: [
    (#"{"name":"  "}"#, 422), (#"{"name":"a\u001bb"}"#, 422), (#"{"name":"a\u202Eb"}"#, 422),
    ("{\"name\":\"\(String(repeating: "a", count: 201))\"}", 422),
    (#"{"name":1}"#, 400), ("{}", 400), ("", 400), ("[", 400),
  ])
  func `A body without a fit name changes nothing`(body: String, status: Int) throws {
    try expectRefusal(of: body, status)
  }

  @Test func `A body of openings changes nothing`() throws {
    try expectRefusal(of: String(repeating: "[", count: 60_000), 400)
  }

  private func expectRefusal(of body: String, _ status: Int) throws {
    let (server, url) = try serve()
    let answer = try answer(to: put(body), at: url)
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    #expect(answer.contains(#"{"error":"The "#))
    #expect(try folder.names() == [])
    server.stop()
  }

  @Test func `An answer to HEAD has no body`() throws {
    let (server, url) = try serve()
    let answer = try answer(to: "HEAD /profile HTTP/1.1\r\nHost: x\r\n\r\n", at: url)
    #expect(answer.hasPrefix("HTTP/1.1 405 "))
    #expect(answer.hasSuffix("\r\n\r\n"))
    server.stop()
  }

  @Test func `A request too large is refused, and the client that still sends sees why`() throws {
    let (server, url) = try serve()
    let head = try RawClient(url)
    head.send(String(repeating: "a", count: 100_000))
    #expect(head.status() == 431)
    let body = try RawClient(url)
    body.send("PUT /profile/name HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n")
    body.send(String(repeating: "a", count: 500_000))
    #expect(body.status() == 413)
    server.stop()
  }

  @Test func `A request a byte at a time is answered`() throws {
    let (server, url) = try serve()
    let client = try RawClient(url)
    for byte in Array(client.addressed(put(#"{"name":"Bo"}"#)).utf8) { client.send([byte]) }
    #expect(client.status() == 200)
    server.stop()
  }

  @Test func `A request that does not end in time is refused and closed`() throws {
    let (server, url) = try serve(ServerLimits(time: .milliseconds(50)))
    // A client that is delayed before it sends anything receives no answer, so another one tries.
    var answer = ""
    for _ in 0..<100 where answer.isEmpty { answer = try self.answer(to: "GET /pro", at: url) }
    #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    #expect(answer.contains("The request was not complete within 0.05 seconds."))
    #expect(try RawClient(url).readAll().isEmpty, "a client that says nothing is told nothing")
    server.stop()
  }

  @Test func `Clients that leave early or send garbage do not harm other clients`() throws {
    let (server, url) = try serve()
    for index in 0..<100 {
      let client = try RawClient(url)
      switch index % 4 {
      case 0: client.send((0..<300).map { _ in UInt8.random(in: 0...255) })
      case 1: client.send("GET /profile HT")
      case 2:
        client.send(get)
        client.reset()
      default: client.reset()
      }
    }
    let half = try RawClient(url)
    half.send("GET /pro")
    half.finishSending()
    #expect(half.status() == 400)
    #expect(try answer(to: get, at: url).hasPrefix("HTTP/1.1 200 "))
    server.stop()
  }

  @Test func `Connections over the limit wait their turn`() throws {
    let (server, url) = try serve(ServerLimits(time: .seconds(600), connections: 2, grace: .seconds(600)))
    var clients = try (0..<5).map { _ in try RawClient(url) }
    for client in clients { client.send(get) }
    // Each client reads its answer and closes, which makes room for the next one.
    while !clients.isEmpty { #expect(clients.removeFirst().status() == 200) }
    server.stop()
  }

  @Test func `A request does not wait for connections that say nothing or do not end`() throws {
    let (server, url) = try serve(ServerLimits(time: .seconds(600), connections: 4, grace: .zero))
    let silent = try (0..<20).map { index in
      let client = try RawClient(url)
      if index % 2 == 0 { client.send("GET /pro") }
      return client
    }
    #expect(try answer(to: get, at: url).hasPrefix("HTTP/1.1 200 "))
    // The oldest connections are closed.
    #expect(silent[1].readAll().isEmpty)
    server.stop()
  }

  @Test func `Connections that have said nothing lose their places before those that have begun`() throws {
    let (server, url) = try serve(ServerLimits(time: .seconds(600), connections: 4, grace: .zero))
    let begun = try RawClient(url)
    begun.send("PUT /profile/name HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 13\r\n\r\n")
    // The server has now read the head.
    #expect(begun.read(count: 25) == "HTTP/1.1 100 Continue\r\n\r\n")
    let silent = try (0..<20).map { _ in try RawClient(url) }
    #expect(try answer(to: get, at: url).hasPrefix("HTTP/1.1 200 "))
    begun.send(#"{"name":"Bo"}"#)
    #expect(begun.status() == 200)
    withExtendedLifetime(silent) {}
    server.stop()
  }

  @Test func `A thousand connections that say nothing do not make a request wait`() throws {
    // Many systems let a process open fewer files than the clients and the server need together.
    Self.raiseDescriptorLimit()
    let (server, url) = try serve(ServerLimits(time: .seconds(600)))
    let silent = try (0..<1_000).map { _ in try RawClient(url) }
    #expect(try answer(to: get, at: url).hasPrefix("HTTP/1.1 200 "))
    #expect(try answer(to: get, at: url).hasPrefix("HTTP/1.1 200 "))
    withExtendedLifetime(silent) {}
    server.stop()
  }

  private static func raiseDescriptorLimit() {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < 4096 else { return }
    limit.rlim_cur = min(4096, limit.rlim_max)
    setrlimit(resource, &limit)
  }

  @Test(
    "Connections use at most half of the files that the process can open",
    arguments: [(256, 128), (1024, 512), (20_000, 512), (3, 1), (0, 1), (-1, 512)])
  func connections(descriptors: Int, connections: Int) {
    #expect(ServerLimits.connections(descriptors: descriptors) == connections)
  }

  @Test(arguments: [
    "GET /profile HTTP/1.1\r\nHost: rebound.example\r\n\r\n", "GET /profile HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "GET /profile HTTP/1.1\r\nHost: localhost:80\r\n\r\n", "GET /profile HTTP/1.1\r\nHost:\r\n\r\n",
    "GET /profile HTTP/1.0\r\n\r\n", "GET http://rebound.example/profile HTTP/1.1\r\nHost: x\r\n\r\n",
    "PUT /profile/name HTTP/1.1\r\nHost: rebound.example:1\r\nContent-Length: 13\r\n\r\n{\"name\":\"Bo\"}",
  ])
  func `A request for another host is refused, as a website bound to this address would send it`(request: String) throws
  {
    let (server, url) = try serve()
    let answer = try answer(to: request, at: url)
    #expect(answer.hasPrefix("HTTP/1.1 421 Misdirected Request\r\n"))
    #expect(answer.contains("The request is for another host: expected '127.0.0.1:\(try #require(url.port))', found '"))
    #expect(try folder.names() == [])
    server.stop()
  }

  @Test func `A client that waits for permission to send its body gets it`() throws {
    let (server, url) = try serve()
    let client = try RawClient(url)
    client.send("PUT /profile/name HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 13\r\n\r\n")
    #expect(client.read(count: 25) == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send(#"{"name":"Bo"}"#)
    #expect(client.status() == 200)
    let refused = try answer(
      to: "PUT /profile/name HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 500000\r\n\r\n", at: url)
    #expect(refused.hasPrefix("HTTP/1.1 413 "))
    let other = try answer(
      to: "PUT /profile/name HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 0\r\n\r\n", at: url)
    #expect(other.hasPrefix("HTTP/1.1 417 Expectation Failed\r\n"))
    #expect(other.contains("The expectation 'tea' is not supported: expected '100-continue'."))
    server.stop()
  }

  @Test func `A client that keeps its place in silence loses it in time`() throws {
    let (server, url) = try serve(ServerLimits(time: .milliseconds(50), connections: 1))
    let silent = try RawClient(url)
    // A client that is delayed for as long loses its place as well, so another one tries.
    #expect(try (0..<100).contains { _ in try answer(to: get, at: url).hasPrefix("HTTP/1.1 200 ") })
    #expect(silent.readAll().isEmpty)
    server.stop()
  }

  @Test func `Stopping closes every connection and the port, again and again`() throws {
    let (server, url) = try serve()
    let client = try RawClient(url)
    client.send("GET /pro")
    server.stop()
    server.stop()
    #expect(client.readAll().isEmpty)
    #expect(throws: (any Error).self) { try RawClient(url) }
    #expect(throws: EmbeddedServerError.startedBefore) { try server.start() }
  }

  @Test func `A server that runs can't be started again`() throws {
    let (server, url) = try serve()
    #expect(throws: EmbeddedServerError.startedBefore) { try server.start() }
    #expect(try answer(to: get, at: url).hasPrefix("HTTP/1.1 200 "))
    server.stop()
  }

  @Test func `Releasing the server stops it`() throws {
    var server: EmbeddedServer? = EmbeddedServer(store: store)
    let url = try #require(try server?.start())
    let client = try RawClient(url)
    server = nil
    #expect(server == nil)
    #expect(client.readAll().isEmpty)
  }

  @Test func `A store that cannot be used keeps the server from starting`() throws {
    let server = EmbeddedServer(store: ProfileStore(path: folder.file("no/p.json")))
    let error = #expect(throws: EmbeddedServerError.self) { try server.start() }
    #expect(error?.description.contains("expected an existing folder") == true)
    #expect(EmbeddedServer(store: store).stopWithoutStart())
  }

  @Test func `A store that fails later gives the answer 500, and the old profile stays`() throws {
    try store.save(UserProfile(name: "Bo", bio: "x"))
    var broken = store
    broken.calls.synchronize = { _ in
      errno = ENOSPC
      return -1
    }
    let server = EmbeddedServer(store: broken)
    let url = try server.start()
    let answer = try answer(to: put(#"{"name":"Cy"}"#), at: url)
    #expect(answer.hasPrefix("HTTP/1.1 500 "))
    #expect(answer.contains("cannot be written: no space left on device."))
    #expect(try store.load().profile.name == "Bo")
    #expect(try folder.names() == ["p.json"])
    server.stop()
  }

  @Test func `A damaged store is reported once and served afresh`() async throws {
    try folder.write(Data("nonsense".utf8), to: "p.json")
    try await confirmation { reported in
      let server = EmbeddedServer(store: store) { notice in
        #expect(notice.setAside.hasSuffix("p.json.corrupt"))
        reported()
      }
      let url = try server.start()
      #expect(try answer(to: get, at: url).hasPrefix("HTTP/1.1 200 "))
      server.stop()
    }
  }

  @Test func `Names sent at the same time are all answered, and the last stands`() async throws {
    let (server, url) = try serve()
    let names = try await withThrowingTaskGroup(of: String.self) { group in
      for index in 0..<20 {
        group.addTask {
          try #require(try answer(to: put("{\"name\":\"N\(index)\"}"), at: url).hasPrefix("HTTP/1.1 200 "))
          return "N\(index)"
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(names.count == 20)
    #expect(names.contains(try store.load().profile.name))
    server.stop()
  }
}

extension EmbeddedServer {
  /// Stops a server that never ran, which must return.
  fileprivate func stopWithoutStart() -> Bool {
    stop()
    return true
  }
}
