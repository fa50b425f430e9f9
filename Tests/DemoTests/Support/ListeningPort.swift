#if os(Linux)
  import Foundation

  @testable import Demo

  /// What the system knows about the port of another process; on Linux it stands in files.
  enum ListeningPort {
    private struct Socket {
      let port: UInt16
      let isListening: Bool
      let unreadBytes: Int
      let number: String
    }

    /// The port of 127.0.0.1 that a process listens on.
    static func of(_ process: pid_t) throws -> UInt16 {
      let folder = "/proc/\(process)/fd"
      let numbers = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      }
      // The system tells a long list in pieces, and what stands between two of them may be missing once.
      for _ in 0..<1_000 {
        let socket = try sockets().first { $0.isListening && numbers.contains("socket:[\($0.number)]") }
        if let socket { return socket.port }
      }
      throw SystemFailure(code: ENOENT)
    }

    /// Returns when a request lies at the port that nobody has read.
    static func awaitUnreadBytes(at address: String) throws {
      let port = URL(string: address)?.port.map { UInt16($0) }
      while !(try sockets().contains { $0.port == port && !$0.isListening && $0.unreadBytes > 0 }) { sched_yield() }
    }

    private static func sockets() throws -> [Socket] {
      try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8).split(separator: "\n").dropFirst().compactMap {
        line in
        let fields = line.split(separator: " ")
        guard fields.count > 9, let port = UInt16(fields[1].suffix(4), radix: 16),
          let unread = Int(fields[4].suffix(8), radix: 16)
        else { return nil }
        return Socket(port: port, isListening: fields[3] == "0A", unreadBytes: unread, number: String(fields[9]))
      }
    }
  }
#endif
