import DemoTestSupport
import Foundation
import Testing

@testable import Demo

/// The profile flow as a process, whose server dies in the middle of a request.
@Suite("A server that dies", .timeLimit(.minutes(20)))
struct LostServerTests {
  private static let menu = "What next (download, edit, quit)? "
  private static let lost = "The server cannot be reached: the connection ended before the answer was complete."

  private static func profile(_ name: String) -> String {
    "Profile\n  Name: \(name)\n  Bio:  Takes one step at a time.\n"
  }

  private static func answer(_ name: String) -> [ScriptedServer.Step] {
    let json = String(decoding: UserProfile(name: name, bio: UserProfile.initial.bio).json, as: UTF8.self)
    return [.readHead, .send("HTTP/1.1 200 OK\r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json)"), .awaitClose]
  }

  /// The parts of an answer that a server sends before it dies.
  static let answers: [(name: String, text: String)] = [
    ("nothing", ""),
    ("a part of the status", "HTTP/1."),
    ("half a head", "HTTP/1.1 200 OK\r\nContent-Le"),
    ("a head without its end", "HTTP/1.1 200 OK\r\nContent-Length: 47\r\n"),
    ("no body", "HTTP/1.1 200 OK\r\nContent-Length: 47\r\n\r\n"),
    ("half a body", "HTTP/1.1 200 OK\r\nContent-Length: 47\r\n\r\n{\"name\": \"Bo\", "),
    ("half a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n{\"name\": \"Bo\", "),
    (
      "all chunks but the last",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1b\r\n{\"name\": \"Bo\", \"bio\": \"so\"}\r\n"
    ),
  ]

  @Test(
    "A server that dies during its answer is reported, the profile stays, and a retry succeeds",
    arguments: answers.indices, [false, true])
  func halfAnswer(index: Int, isReset: Bool) throws {
    let part = Self.answers[index]
    let death: [ScriptedServer.Step] = [.readHead, .send(part.text)] + (isReset ? [.reset] : [])
    let server = try ScriptedServer(
      scripts: [Self.answer("Al"), death, Self.answer("Al"), death, Self.answer("Bo")])
    let run = try DemoProcess.run(
      ["--server", server.url.absoluteString], input: .text("download\ndownload\nedit\nBo\nedit\nBo\nquit\n"))
    let display = Self.profile("Al") + Self.menu
    #expect(
      run.output == display + "download\n\(Self.lost)\n" + display + "download\n" + display
        + "edit\nNew name [Al], or back: Bo\n\(Self.lost)\n" + display
        + "edit\nNew name [Al], or back: Bo\n" + Self.profile("Bo") + Self.menu + "quit\n",
      "\(part.name)")
    #expect(run.errors == "Loading…\nLoading…\nLoading…\nSaving…\nSaving…\n")
    #expect(run.status == 0)
  }

  @Test("A server that dies before it reads the request is reported as lost or as unreachable")
  func unread() throws {
    // The reset can arrive before the request is sent.
    let server = try ScriptedServer(scripts: [Self.answer("Al"), [.reset], Self.answer("Bo")])
    let run = try DemoProcess.run(
      ["--server", server.url.absoluteString], input: .text("edit\nBo\nedit\nBo\nquit\n"))
    #expect(
      [Self.lost, "The server cannot be reached: nothing answers at '127.0.0.1:\(server.url.port ?? 0)'."].contains {
        sentence in
        run.output.contains("Bo\n\(sentence)\n" + Self.profile("Al"))
      }, "\(run.output)")
    #expect(run.output.hasSuffix(Self.profile("Bo") + Self.menu + "quit\n"))
    #expect(run.status == 0)
  }

  @Test("A demo that is killed while it saves leaves the old profile or the new one", arguments: 0..<8)
  func killedWhileSaving(trial: Int) throws {
    let folder = try TemporaryFolder()
    let store = folder.file("p.json")
    _ = try DemoProcess.run(["--store", store], input: .text("edit\nBo\nquit\n"))
    let whole = try folder.text("p.json")
    let keyboard = Pipe()
    let running = try DemoProcess.start(["--store", store], input: .open(keyboard), isProfiled: false)
    _ = running.read(until: Self.menu)
    keyboard.fileHandleForWriting.write(Data("edit\nCy\n".utf8))
    // Each trial kills at another moment, because the moment of the replacement is unknown.
    _ = running.read(until: trial % 2 == 0 ? "Cy\n" : "back: ")
    for _ in 0..<trial * 500 { sched_yield() }
    kill(running.process.processIdentifier, SIGKILL)
    _ = try running.finish()
    let left = try folder.text("p.json")
    #expect(left == whole || left == whole.replacingOccurrences(of: "Bo", with: "Cy"))
    let again = try DemoProcess.run(["--store", store], input: .text("edit\nDi\nquit\n"))
    #expect(again.output.hasSuffix(Self.profile("Di") + Self.menu + "quit\n"))
    #expect(again.status == 0)
  }
}
