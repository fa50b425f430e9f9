import DemoServer
package import Foundation

/// A server that plays a script for each client, in order, and the last script for all further clients.
package final class ScriptedServer: Sendable {
  package enum Step: Sendable {
    /// Read up to the end of the request's head.
    case readHead
    /// Send a text.
    case send(String)
    /// Send a number of spaces, or fewer if the client closes.
    case sendSpaces(Int)
    /// Send a text again and again, until the client closes.
    case sendForever(String)
    /// Close with a reset, as a system does for a process that was killed over unread bytes.
    case reset
    /// Wait until the client closes.
    case awaitClose
    /// Notify the test of the progress of the script.
    case tell(@Sendable () -> Void)
  }

  package let url: URL
  private let wakeUp: WakeUp
  private let queue = DispatchQueue(label: "scripted-server")

  package convenience init(_ steps: Step...) throws {
    try self.init(scripts: [steps])
  }

  package init(scripts: [[Step]], host: String = "127.0.0.1", listen: () throws -> (Int32, UInt16) = Socket.listen)
    throws
  {
    let (listener, port) = try listen()
    let wakeUp = try WakeUp()
    self.wakeUp = wakeUp
    guard let url = URL(string: "http://\(host):\(port)") else { throw SystemFailure(code: EINVAL) }
    self.url = url
    queue.async {
      defer { close(listener) }
      var scripts = scripts[...]
      while Self.wait(for: listener, or: wakeUp) {
        guard let client = try? Socket.accept(listener) else { continue }
        for step in scripts.first ?? [] { Self.play(step, with: client, wakeUp) }
        if scripts.count > 1 { scripts.removeFirst() }
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
      _ = send(Array(repeating: UInt8(ascii: " "), count: count), to: client, wakeUp)
    case .sendForever(let text):
      let bytes = Array(text.utf8)
      while send(bytes, to: client, wakeUp) {}
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    case .awaitClose:
      while read(client, wakeUp) != nil {}
    case .tell(let test):
      test()
    }
  }

  /// Sends bytes, and returns whether the client, or the system for it, accepted all of them.
  private static func send(_ bytes: [UInt8], to client: Int32, _ wakeUp: WakeUp) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard wait(for: client, or: wakeUp, events: Int16(POLLOUT)) else { return false }
      let count = Socket.send(rest, on: client)
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
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
