import Foundation

/// A connection to a server on this machine that blocks, and that is kept open between requests.
final class Connection {
  /// A reply.
  struct Reply {
    var status = 0
    var location: String?
    var cookies: [(name: String, value: String)] = []
    var body: [UInt8] = []
  }

  private let port: UInt16
  private var descriptor: Int32 = -1
  private var rest: [UInt8] = []

  init(port: UInt16) { self.port = port }

  deinit { close() }

  func close() {
    if descriptor >= 0 { _ = Foundation.close(descriptor) }
    descriptor = -1
    rest = []
  }

  /// Sends a request. A connection that the server has closed is opened again.
  func send(_ method: String, _ path: String, cookies: [String: String], form: String? = nil) throws {
    if descriptor < 0 { try open() }
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    if !cookies.isEmpty {
      head += "Cookie: " + cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") + "\r\n"
    }
    if let form {
      head += "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n"
      head += "Sec-Fetch-Site: same-origin\r\n"
    }
    let bytes = Array((head + "\r\n" + (form ?? "")).utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Fault(sentence: "The server has closed a connection.") }
      sent += count
    }
  }

  /// Receives the reply to the request that was sent before.
  func receive() throws -> Reply {
    let end = Array("\r\n\r\n".utf8)
    var head = rest.place(of: end, from: 0)
    while head == nil {
      try fill()
      head = rest.place(of: end, from: 0)
    }
    let headEnd = head ?? 0
    let lines = String(decoding: rest[..<headEnd], as: UTF8.self).components(separatedBy: "\r\n")
    rest.removeSubrange(..<(headEnd + 4))
    var reply = Reply()
    reply.status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
    var (length, isChunked, closes) = (0, false, false)
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      switch line[..<colon].lowercased() {
      case "content-length": length = Int(value) ?? 0
      case "transfer-encoding": isChunked = value.lowercased() == "chunked"
      case "connection": closes = value.lowercased() == "close"
      case "location": reply.location = value
      case "set-cookie":
        let pair = value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
        if pair.count == 2 { reply.cookies.append((String(pair[0]), String(pair[1]))) }
      default: break
      }
    }
    if isChunked {
      while true {
        let size = try line()
        guard let count = Int(size.prefix { $0 != ";" }, radix: 16) else {
          throw Fault(sentence: "'\(size)' is no size.")
        }
        reply.body += try take(count)
        _ = try line()
        if count == 0 { break }
      }
    } else {
      reply.body = try take(length)
    }
    if closes { close() }
    return reply
  }

  private func line() throws -> String {
    while true {
      if let end = rest.place(of: [13, 10], from: 0) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(..<(end + 2))
        return line
      }
      try fill()
    }
  }

  private func take(_ count: Int) throws -> [UInt8] {
    while rest.count < count { try fill() }
    let bytes = Array(rest[..<count])
    rest.removeSubrange(..<count)
    return bytes
  }

  private func fill() throws {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { throw Fault(sentence: "The server has closed a connection within a reply.") }
    rest += bytes[..<count]
  }

  private func open() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Fault(sentence: "Nothing listens on port \(port).") }
    var (one, patience) = (Int32(1), timeval(tv_sec: 60, tv_usec: 0))
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }
}

extension [UInt8] {
  /// Returns the first place of bytes at or after a place.
  func place(of bytes: [UInt8], from start: Int) -> Int? {
    guard start <= count - bytes.count else { return nil }
    return withUnsafeBytes { all -> Int? in
      guard let base = all.baseAddress, let first = bytes.first else { return nil }
      var place = start
      while place <= count - bytes.count {
        guard let found = memchr(base + place, Int32(first), count - bytes.count - place + 1) else { return nil }
        place = UnsafeRawPointer(found) - base
        if memcmp(found, bytes, bytes.count) == 0 { return place }
        place += 1
      }
      return nil
    }
  }

  /// Returns the text between two others, at or after a place.
  func text(between start: String, _ end: String, from place: Int = 0) -> String? {
    guard let first = self.place(of: Array(start.utf8), from: place),
      let last = self.place(of: Array(end.utf8), from: first + start.utf8.count)
    else { return nil }
    return String(decoding: self[(first + start.utf8.count)..<last], as: UTF8.self)
  }
}
