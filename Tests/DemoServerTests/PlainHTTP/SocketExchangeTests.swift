import DemoTestSupport
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import DemoServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The exchange by itself, without the session around it.
@Suite(.timeLimit(.minutes(20))) struct SocketExchangeTests {
  private let stop: WakeUp

  init() throws {
    stop = try WakeUp()
  }

  /// Returns the result of an exchange. The default time limit is long, so that a slow machine doesn't reach it.
  private func ask(
    _ url: URL, within time: Duration = .seconds(600)
  ) async throws -> Result<HTTPAnswer, ExchangeFailure> {
    let request = try #require(PlainRequest(URLRequest(url: url)))
    let exchange = SocketExchange(request: request, wait: SocketWait(stop: stop, deadline: .now + time))
    return try await patiently("The exchange did not end") { resume in
      DispatchQueue(label: "socket-exchange-test").async {
        resume(Result { () throws(ExchangeFailure) in try exchange.run() })
      }
    }
  }

  @Test func `A request reaches a host with an IPv6 address`() async throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
    let listen = { try Socket.listenOnIPv6() }
    // A machine without IPv6 skips this test.
    guard let server = try? ScriptedServer(scripts: [[.readHead, .send(answer)]], host: "[::1]", listen: listen) else {
      return
    }
    let expected = HTTPAnswer(status: 200, announcedLength: 2, body: Array("hi".utf8))
    #expect(try await ask(server.url) == .success(expected))
  }

  @Test func `A host with a name is looked up`() async throws {
    let server = try ScriptedServer(.readHead, .send("HTTP/1.1 204 No Content\r\n\r\n"))
    let url = try #require(URL(string: server.url.absoluteString.replacing("127.0.0.1", with: "localhost")))
    #expect(try await ask(url) == .success(HTTPAnswer(status: 204)))
  }

  @Test func `A port without a listener takes no connection`() async throws {
    let (listener, port) = try Socket.listen()
    close(listener)
    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    #expect(try await ask(url) == .failure(.noConnection(SystemFailure(code: ECONNREFUSED))))
  }

  @Test(arguments: [
    ["HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-", "Length: 2\r\n\r\n", "hi"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nh", "\r\n1\r\ni\r\n0\r\n", "\r\n"],
  ])
  func `An answer in pieces is put together`(pieces: [String]) async throws {
    let server = try ScriptedServer(scripts: [[.readHead] + pieces.map { .send($0) } + [.awaitClose]])
    let answer = try await ask(server.url).get()
    #expect(answer.status == 200)
    #expect(answer.body == Array("hi".utf8))
  }

  @Test func `A server that closes at any byte of its answer is a lost connection`() async throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nh"
    let beginnings = (0...answer.utf8.count).map { String(answer.prefix($0)) }
    // One client for each beginning, in order.
    let server = try ScriptedServer(scripts: beginnings.map { [.readHead, .send($0)] })
    for _ in beginnings { #expect(try await ask(server.url) == .failure(.lost)) }
  }

  @Test(arguments: ["nonsense", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "\u{0}"])
  func `An answer that is not HTTP ends the exchange before the server closes`(text: String) async throws {
    let server = try ScriptedServer(.readHead, .send(text), .awaitClose)
    guard case .failure(.malformed) = try await ask(server.url) else {
      Issue.record("expected a refusal of \(text.debugDescription)")
      return
    }
  }

  @Test(arguments: [
    ("", "HTTP/1.1 100 Continue\r\n\r\n"),
    ("HTTP/1.1 200 OK\r\n", "X: y\r\n"),
    ("HTTP/1.1 200 OK\r\nX: ", "xxxxxxxx"),
    ("HTTP/1.1 200 OK\r\n\r\n", "xxxxxxxxxxxxxxxx"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", "x"),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1000\r\n\(String(repeating: "x", count: 4096))\r\n"),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X: y\r\n"),
  ])
  func `A flood ends, and the server notices`(start: String, flood: String) async throws {
    let (noticed, continuation) = AsyncStream.makeStream(of: Void.self)
    continuation.finishPatiently(orSay: "The server did not notice")
    let server = try ScriptedServer(
      .readHead, .send(start), .sendForever(String(repeating: flood, count: 64)), .tell { continuation.finish() })
    switch try await ask(server.url) {
    case .success(let answer): #expect(answer.body.count <= AnswerLimits().bodyBytes)
    case .failure(let failure): #expect(failure == .malformed(.headTooLong(limit: 16 * 1024)))
    }
    for await _ in noticed {}
    withExtendedLifetime(server) {}
  }

  @Test(arguments: [[], [ScriptedServer.Step.send("HTTP/1.1 200 OK\r\n\r\n{")]])
  func `A server that falls silent is left when the time is up, and notices`(steps: [ScriptedServer.Step]) async throws
  {
    let (noticed, continuation) = AsyncStream.makeStream(of: Void.self)
    continuation.finishPatiently(orSay: "The server did not notice")
    let server = try ScriptedServer(scripts: [[.readHead] + steps + [.awaitClose, .tell { continuation.finish() }]])
    #expect(try await ask(server.url, within: .milliseconds(50)) == .failure(.timedOut))
    for await _ in noticed {}
    withExtendedLifetime(server) {}
  }

  @Test func `Stopping ends the exchange at once, and the server notices`() async throws {
    let (noticed, continuation) = AsyncStream.makeStream(of: Void.self)
    continuation.finishPatiently(orSay: "The server did not notice")
    let server = try ScriptedServer(
      .readHead, .tell { [stop] in stop.signal() }, .awaitClose, .tell { continuation.finish() })
    #expect(try await ask(server.url) == .failure(.stopped))
    for await _ in noticed {}
    withExtendedLifetime(server) {}
  }
}

extension Socket {
  /// A socket that listens on a free port of `::1`, and that port.
  fileprivate static func listenOnIPv6() throws -> (Int32, UInt16) {
    let descriptor = try open(AF_INET6)
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && Foundation.listen(descriptor, 8) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard isOpen else {
      close(descriptor)
      throw SystemFailure.last
    }
    return (descriptor, UInt16(bigEndian: address.sin6_port))
  }
}
