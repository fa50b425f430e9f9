import DemoTestSupport
import DemoServer
import Foundation
import TestSupport
import Testing

@testable import Demo

@Suite struct ProfileClientTests {
  /// Returns the result of a fetch. The default timeout is long, so that a slow machine doesn't reach it.
  private func fetch(_ url: URL, timeout: Duration = .seconds(600)) async throws -> Result<
    UserProfile, ServerRequestError
  > {
    let client = ProfileClient(server: url, timeout: timeout)
    return try await patiently("The request did not end") { resume in
      client.fetch { resume($0) }
    }
  }

  private func update(_ name: String, _ url: URL) async throws -> Result<UserProfile, ServerRequestError> {
    let client = ProfileClient(server: url, timeout: .seconds(600))
    return try await patiently("The request did not end") { resume in
      client.updateName(name) { resume($0) }
    }
  }

  private func fetch(answer: String) async throws -> Result<UserProfile, ServerRequestError> {
    let server = try ScriptedServer(.readHead, .send(answer))
    return try await fetch(server.url)
  }

  private func sentence(_ result: Result<UserProfile, ServerRequestError>) -> String? {
    if case .failure(let error) = result { error.description } else { nil }
  }

  @Test func `The client fetches and updates the profile of the real server`() async throws {
    let folder = try TemporaryFolder()
    let server = EmbeddedServer(store: ProfileStore(path: folder.file("p.json")))
    let url = try server.start()
    #expect(try await fetch(url) == .success(.initial))
    let renamed = UserProfile(name: "Bö \"👩‍👩‍👧‍👦\"", bio: UserProfile.initial.bio)
    #expect(try await update(renamed.name, url) == .success(renamed))
    #expect(try await fetch(url) == .success(renamed))
    let refused = try await update(" ", url)
    #expect(
      sentence(refused)
        == "The server refused (422): The name is empty: expected at least one visible character.")
    server.stop()
  }

  @Test(arguments: [
    ("500 Internal Server Error", "", "The server answered with status 500: expected 200."),
    ("500 Internal Server Error", #"{"error":"It rains."}"#, "The server refused (500): It rains."),
    ("503 No", #"{"error":"\u001b[2J"}"#, "The server refused (503): \\u{1B}[2J"),
    ("404 Not Found", "<html>", "The server answered with status 404: expected 200."),
    ("204 No Content", "", "The server answered with status 204: expected 200."),
    (
      "200 OK", "nonsense",
      "The server's answer is not a profile: expected a JSON object with the texts 'name' and 'bio', "
        + "found something that is not JSON."
    ),
    (
      "200 OK", "",
      "The server's answer is not a profile: expected a JSON object with the texts 'name' and 'bio', found nothing."
    ),
    (
      "200 OK", #"{"name":true,"bio":""}"#,
      "The server's answer is not a profile: expected a JSON object with the texts 'name' and 'bio', "
        + "found something else than a text at 'name'."
    ),
  ])
  func `An answer that is not a profile is reported`(status: String, body: String, expected: String) async throws {
    let head = "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
    #expect(try sentence(await fetch(answer: head + body)) == expected)
  }

  @Test func `A redirection is reported and not followed`() async throws {
    let target = try ScriptedServer(.readHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
    let head = "HTTP/1.1 302 Found\r\nLocation: \(target.url)/x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    #expect(try await fetch(answer: head) == .failure(.status(302, sentence: nil)))
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"name\":"])
  func `An answer that breaks off is a lost connection`(answer: String) async throws {
    let result = try await fetch(answer: answer)
    guard case .failure(.unreachable) = result else {
      Issue.record("expected a lost connection, found \(result)")
      return
    }
  }

  @Test func `Nonsense instead of HTTP is an error`() async throws {
    let result = try await fetch(answer: "\u{0}\u{1}nonsense\r\n\r\n")
    #expect(sentence(result) != nil)
  }

  @Test func `A server that never answers is given up`() async throws {
    let server = try ScriptedServer(.readHead, .awaitClose)
    let result = try await fetch(server.url, timeout: .milliseconds(200))
    #expect(result == .failure(.timedOut(.milliseconds(200))))
    #expect(sentence(result) == "The server did not answer within 0.2 seconds.")
  }

  @Test func `A server that falls silent in the middle of its answer is given up`() async throws {
    let server = try ScriptedServer(
      .readHead, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"), .awaitClose)
    #expect(try await fetch(server.url, timeout: .milliseconds(200)) == .failure(.timedOut(.milliseconds(200))))
  }

  @Test(arguments: ["Content-Length: 1048577", "Connection: close"])
  func `An answer over a mebibyte is refused`(field: String) async throws {
    let server = try ScriptedServer(
      .readHead, .send("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n"), .sendSpaces(2_000_000))
    let result = try await fetch(server.url)
    #expect(result == .failure(.tooLarge(limit: 1_048_576)))
    #expect(sentence(result) == "The server's answer is too long: expected at most 1048576 bytes.")
  }

  @Test func `A port without a listener is reported`() async throws {
    let (listener, port) = try Socket.listen()
    close(listener)
    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    #expect(try sentence(await fetch(url)) == "The server cannot be reached: nothing answers at '127.0.0.1:\(port)'.")
  }

  @Test func `A cancelled request ends as cancelled, once`() async throws {
    let server = try ScriptedServer(.readHead, .awaitClose)
    let client = ProfileClient(server: server.url)
    let result = try await patiently("The request did not end") { resume in
      let request = client.fetch { resume($0) }
      request.cancel()
      request.cancel()
    }
    #expect(result == .failure(.cancelled))
  }
}
