import DemoTestSupport
import DemoServer
import Foundation
import TestSupport
import Testing

@testable import Demo

/// Hostile servers, through the client and its session. None of them ends or blocks the process.
@Suite(.timeLimit(.minutes(20))) struct ProfileClientTroubleTests {
  /// Returns the result of a fetch.
  private func fetch(_ url: URL) async throws -> Result<UserProfile, ServerRequestError> {
    let client = ProfileClient(server: url, timeout: .seconds(600))
    return try await patiently("The request did not end") { resume in
      client.fetch { resume($0) }
    }
  }

  private let lost = ServerRequestError.unreachable(reason: "the connection ended before the answer was complete")
  private func nonsense(at url: URL) throws -> ServerRequestError {
    .unreachable(reason: "what answers at '127.0.0.1:\(try #require(url.port))' is not proper HTTP")
  }

  @Test func `A server that closes at any byte of its answer is a lost connection`() async throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{"
    let beginnings = (0...answer.utf8.count).map { String(answer.prefix($0)) }
    let server = try ScriptedServer(scripts: beginnings.map { [.readHead, .send($0)] })
    for _ in beginnings { #expect(try await fetch(server.url) == .failure(lost)) }
  }

  @Test(arguments: [
    "\u{0}\u{1}nonsense\r\n\r\n", "SSH-2.0-OpenSSH\r\n", "HTTP/1.1 nonsense\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
  ])
  func `Nonsense instead of HTTP is reported`(answer: String) async throws {
    let server = try ScriptedServer(.readHead, .send(answer), .awaitClose)
    #expect(try await fetch(server.url) == .failure(nonsense(at: server.url)))
  }

  @Test func `A length beyond all numbers is too large`() async throws {
    let length = "Content-Length: 99999999999999999999999"
    let server = try ScriptedServer(.readHead, .send("HTTP/1.1 200 OK\r\n\(length)\r\n\r\n"), .awaitClose)
    #expect(try await fetch(server.url) == .failure(.tooLarge(limit: 1_048_576)))
  }

  @Test(arguments: [
    "401 Unauthorized\r\nWWW-Authenticate: x", "401 No\r\nWWW-Authenticate: Digest realm=\"x\"",
    "401 No\r\nWWW-Authenticate: Other realm=", "407 No\r\nProxy-Authenticate: x",
    "403 No\r\nContent-Type: ;;;=\"\r\nContent-Disposition: \";=", "304 Not Modified",
    "301 Moved\r\nLocation: \u{1F4A9}",
    "302 Found\r\nLocation: http://[",
  ])
  func `A status other than 200 is reported, whatever fields come with it`(status: String) async throws {
    let server = try ScriptedServer(.readHead, .send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n"), .awaitClose)
    let code = try #require(Int(status.prefix(3)))
    #expect(try await fetch(server.url) == .failure(.status(code, sentence: nil)))
  }

  @Test func `Provisional answers are passed over`() async throws {
    let profile = String(decoding: UserProfile.initial.json, as: UTF8.self)
    let server = try ScriptedServer(
      .readHead, .send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"),
      .send("HTTP/1.1 200 OK\r\nContent-Length: \(profile.utf8.count)\r\n\r\n\(profile)"), .awaitClose)
    #expect(try await fetch(server.url) == .success(.initial))
  }

  @Test(arguments: ["HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 200 OK\r\nX: y\r\n", "xxxx"])
  func `A flood of heads ends, and the server notices`(flood: String) async throws {
    let (noticed, continuation) = AsyncStream.makeStream(of: Void.self)
    continuation.finishPatiently(orSay: "The server did not notice")
    let server = try ScriptedServer(.readHead, .sendForever(flood), .tell { continuation.finish() })
    #expect(try await fetch(server.url) == .failure(nonsense(at: server.url)))
    for await _ in noticed {}
    withExtendedLifetime(server) {}
  }

  @Test func `A flood of answer bytes ends, and the server notices`() async throws {
    let (noticed, continuation) = AsyncStream.makeStream(of: Void.self)
    continuation.finishPatiently(orSay: "The server did not notice")
    let server = try ScriptedServer(
      .readHead, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever(String(repeating: "x", count: 4096)),
      .tell { continuation.finish() })
    #expect(try await fetch(server.url) == .failure(.tooLarge(limit: 1_048_576)))
    for await _ in noticed {}
    withExtendedLifetime(server) {}
  }

  @Test func `A cancelled request closes its connection`() async throws {
    let (asked, request) = AsyncStream.makeStream(of: Void.self)
    request.finishPatiently(orSay: "The request did not reach the server")
    let (noticed, close) = AsyncStream.makeStream(of: Void.self)
    close.finishPatiently(orSay: "The server did not notice")
    let server = try ScriptedServer(.readHead, .tell { request.finish() }, .awaitClose, .tell { close.finish() })
    let client = ProfileClient(server: server.url, timeout: .seconds(600))
    let (results, continuation) = AsyncStream.makeStream(of: Result<UserProfile, ServerRequestError>.self)
    continuation.finishPatiently(orSay: "The request did not end")
    let ongoing = client.fetch {
      continuation.yield($0)
      continuation.finish()
    }
    for await _ in asked {}
    ongoing.cancel()
    for await result in results { #expect(result == .failure(.cancelled)) }
    for await _ in noticed {}
    withExtendedLifetime(server) {}
  }
}
