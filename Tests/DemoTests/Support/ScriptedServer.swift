import Foundation

@testable import Demo

/// A server that does the same to every client: what a script says.
final class ScriptedServer: Sendable {
  enum Step: Sendable {
    /// Read up to the end of the request's head.
    case readHead
    /// Send a text.
    case send(String)
    /// Send that many spaces, or fewer if the client has had enough.
    case sendSpaces(Int)
    /// Wait until the client closes.
    case awaitClose
  }

  let url: URL
  private let wakeUp: WakeUp
  private let queue = DispatchQueue(label: "scripted-server")

  init(_ steps: Step...) throws {
    let (listener, port) = try Socket.listen()
    let wakeUp = try WakeUp()
    self.wakeUp = wakeUp
    guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw SystemFailure(code: EINVAL) }
    self.url = url
    queue.async {
      defer { close(listener) }
      while Self.wait(for: listener, or: wakeUp) {
        guard let client = try? Socket.accept(listener) else { continue }
        for step in steps { Self.play(step, with: client, wakeUp) }
        close(client)
      }
    }
  }

  deinit {
    wakeUp.signal()
  }

  private static func play(_ step: Step, with client: Int32, _ wakeUp: WakeUp) {
    switch step {
    case .readHead:
      var head = ""
      while !head.contains("\r\n\r\n"), let text = read(client, wakeUp) { head += text }
    case .send(let text):
      _ = Socket.send(Array(text.utf8)[...], on: client)
    case .sendSpaces(let count):
      var rest = Array(repeating: UInt8(ascii: " "), count: count)[...]
      while !rest.isEmpty, wait(for: client, or: wakeUp, events: Int16(POLLOUT)) {
        let count = Socket.send(rest, on: client)
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
    case .awaitClose:
      while read(client, wakeUp) != nil {}
    }
  }

  private static func read(_ client: Int32, _ wakeUp: WakeUp) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    guard wait(for: client, or: wakeUp) else { return nil }
    let count = recv(client, &buffer, buffer.count, 0)
    return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
  }

  private static func wait(for descriptor: Int32, or wakeUp: WakeUp, events: Int16 = Int16(POLLIN)) -> Bool {
    var descriptors = [
      pollfd(fd: wakeUp.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: events, revents: 0),
    ]
    return poll(&descriptors, 2, -1) > 0 && descriptors[0].revents == 0
  }
}
