import DemoTestSupport
import Foundation
import TestSupport
import Testing

@testable import Demo

/// The profile flow as a process, with a server that first sends a profile and then fails.
@Suite(.timeLimit(.minutes(20)))
struct ServerTroubleTranscriptTests {
  private let menu = "What next (download, edit, quit)? "
  private let profile = "Profile\n  Name: Al\n  Bio:  Takes one step at a time.\n"

  private let good: [ScriptedServer.Step] = {
    let json = String(decoding: UserProfile.initial.json, as: UTF8.self)
    return [
      .readHead, .send("HTTP/1.1 200 OK\r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json)"), .awaitClose,
    ]
  }()

  /// The failures of the server, and their messages.
  static let troubles: [(name: String, script: [ScriptedServer.Step], message: String)] = [
    (
      "500", [.readHead, .send("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"), .awaitClose],
      "The server answered with status 500: expected 200."
    ),
    (
      "nonsense JSON", [.readHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nnonsense"), .awaitClose],
      "The server's answer is not a profile: expected a JSON object with the texts 'name' and 'bio', "
        + "found something that is not JSON."
    ),
    (
      "nonsense instead of HTTP", [.readHead, .send("nonsense\r\n\r\n"), .awaitClose],
      "The server cannot be reached: what answers at '127.0.0.1:PORT' is not proper HTTP."
    ),
    (
      "a head that is cut off", [.readHead, .send("HTTP/1.1 200 OK\r\nConte")],
      "The server cannot be reached: the connection ended before the answer was complete."
    ),
    // The demo makes such a request three times.
    ("no answer within two seconds", [.readHead, .awaitClose], "The server did not answer within 2 seconds."),
  ]

  private func message(of trouble: String, at server: ScriptedServer) throws -> String {
    trouble.replacing("PORT", with: "\(try #require(server.url.port))")
  }

  /// The troubles of a download. The demo waits eight seconds for a silent server; the update meets it in each run of the tests.
  private static let downloadTroubles = troubles.indices.dropLast(trials(0, few: 1))

  @Test(arguments: downloadTroubles)
  func `A download in trouble says so, keeps the profile and goes back to display`(index: Int) async throws {
    let trouble = Self.troubles[index]
    let server = try ScriptedServer(scripts: [good, trouble.script])
    let run = try await DemoProcess.run(["--server", server.url.absoluteString], input: .text("download\nquit\n"))
    let message = try message(of: trouble.message, at: server)
    #expect(
      run.output == profile + menu + "download\n\(message)\n" + profile + menu + "quit\n", "\(trouble.name)")
    #expect(run.errors == "Loading…\nLoading…\n")
    #expect(run.status == 0)
  }

  @Test(arguments: troubles.indices)
  func `An update in trouble says so, keeps the profile and goes back to display`(index: Int) async throws {
    let trouble = Self.troubles[index]
    let isSilence = index == Self.troubles.count - 1
    let troubleScripts = Array(repeating: trouble.script, count: isSilence ? 3 : 1)
    let server = try ScriptedServer(scripts: [good] + troubleScripts + [good])
    let run = try await DemoProcess.run(
      ["--server", server.url.absoluteString], input: .text("edit\nBo\ndownload\nquit\n"))
    let message = try message(of: trouble.message, at: server)
    #expect(
      run.output == profile + menu + "edit\nNew name [Al], or back: Bo\n\(message)\n" + profile + menu
        + "download\n"
        + profile + menu + "quit\n", "\(trouble.name)")
    #expect(run.errors == "Loading…\nSaving…\nLoading…\nThe last name was not saved.\n")
    #expect(run.status == 69)
  }

  @Test func `A server in trouble from the start leaves a display without a profile`() async throws {
    for trouble in Self.troubles.dropLast() {
      let server = try ScriptedServer(scripts: [trouble.script])
      let run = try await DemoProcess.run(["--server", server.url.absoluteString], input: .text("quit\n"))
      let message = try message(of: trouble.message, at: server)
      #expect(run.output == "\(message)\nNo profile yet.\n\(menu)quit\n", "\(trouble.name)")
      #expect(run.status == 0)
    }
  }

  @Test func `A request that is not answered in time is made twice more, less and less soon`() async throws {
    let server = try ScriptedServer(.readHead, .awaitClose)
    let run = try await DemoProcess.run(
      ["--server", server.url.absoluteString, "--trace", "-"], input: .text("quit\n"))
    #expect(run.output == "The server did not answer within 2 seconds.\nNo profile yet.\n\(menu)quit\n")
    let lines = run.errors.split(separator: "\n").compactMap { line in
      line.split(separator: " ", maxSplits: 1).last.map(String.init)
    }
    #expect(lines.count { $0.hasSuffix(" Download began") } == 3)
    #expect(
      lines.filter { $0.contains("retry") } == [
        "Profile#1   Download (retry) began", "Profile#1   Download (retry) waits 0.500 s",
        "Profile#1   Download (retry) waits 1.000 s",
        "Profile#1   Download (retry) failed: timed out after 2.000 s",
      ])
  }
}
