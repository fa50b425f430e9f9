import Foundation
import Synchronization

/// A server's socket in a folder of its own, whose connections a test can cut: before a request reaches the server, or after the server
/// has answered and before the answer is delivered.
final class CuttingProxy: Sendable {
  enum Cut: Sendable {
    case request
    case answer
    /// The answer, in whose place the client gets a fatal error as PgBouncer reports it, without the field for the severity in English.
    case answerOfPooler

    /// Whether the cut is one of a request.
    var isOfRequest: Bool { self == .request }
  }

  private struct Armed {
    let cut: Cut
    /// A text that the request or the answer contains.
    let text: String
    let staysAway: Bool
  }

  let folder: String
  private let server: String
  private let listener: Int32
  private let armed = Mutex<[Armed]>([])
  /// The sockets of the connections; nil while the server is away.
  private let sockets = Mutex<[Int32]?>([])
  private let count = Mutex(0)
  private let carried = Mutex((requests: 0, answers: 0))

  /// The number of connections that were cut.
  var cuts: Int { count.withLock { $0 } }

  /// The numbers of times that data has come from clients and from the server.
  var traffic: (requests: Int, answers: Int) { carried.withLock { $0 } }

  init(to server: String) throws {
    self.server = server + "/.s.PGSQL.5432"
    folder = "/tmp/flowpostgres.proxy.\(UInt32.random(in: 0...UInt32.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    listener = Self.makeSocket()
    guard Self.with(folder + "/.s.PGSQL.5432", { bind(self.listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
      throw POSIXError(.EADDRINUSE)
    }
    Thread.detachNewThread { [listener] in
      while true {
        let client = accept(listener, nil, nil)
        if client < 0 { return }
        let server = Self.makeSocket()
        guard Self.with(self.server, { connect(server, $0, $1) }) == 0 else { break }
        guard self.keeps([client, server]) else { continue }
        Thread.detachNewThread { self.carry(from: client, to: server, isRequest: true) }
        Thread.detachNewThread { self.carry(from: server, to: client, isRequest: false) }
      }
    }
  }

  /// Cuts the next connection that carries matching data, after the cuts that were armed before.
  ///
  /// - Parameters:
  ///   - cut: The request or the answer.
  ///   - text: A text that the request or the answer must contain.
  ///   - staysAway: Whether all other connections are cut as well, and no new one is made before ``comeBack()``.
  func arm(_ cut: Cut, at text: String = "", staysAway: Bool = false) {
    armed.withLock { $0.append(Armed(cut: cut, text: text, staysAway: staysAway)) }
  }

  /// Lets connections be made again.
  func comeBack() {
    sockets.withLock { $0 = $0 ?? [] }
  }

  private func keeps(_ pair: [Int32]) -> Bool {
    let isHere = sockets.withLock { sockets in
      sockets?.append(contentsOf: pair)
      return sockets != nil
    }
    if !isHere { for socket in pair { shutdown(socket, Int32(SHUT_RDWR)) } }
    return isHere
  }

  private func goAway() {
    let all = sockets.withLock { sockets in
      defer { sockets = nil }
      return sockets
    }
    for socket in all ?? [] { shutdown(socket, Int32(SHUT_RDWR)) }
  }

  func close() {
    shutdown(listener, Int32(SHUT_RDWR))
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func carry(from source: Int32, to target: Int32, isRequest: Bool) {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let size = recv(source, &bytes, bytes.count, 0)
      let cut = armed.withLock { armed -> Armed? in
        guard size > 0, let known = armed.first, known.cut.isOfRequest == isRequest else { return nil }
        guard known.text.isEmpty || Data(bytes[..<size]).range(of: Data(known.text.utf8)) != nil else { return nil }
        return armed.removeFirst()
      }
      if cut != nil { count.withLock { $0 += 1 } }
      carried.withLock { if isRequest { $0.requests += 1 } else { $0.answers += 1 } }
      if cut?.cut == .answerOfPooler {
        let fields = Array("SFATAL\0C08P01\0Mserver conn crashed?\0\0".utf8)
        let error = [UInt8(ascii: "E"), 0, 0, 0, UInt8(fields.count + 4)] + fields
        _ = send(target, error, error.count, Int32(MSG_NOSIGNAL))
      }
      if cut?.staysAway == true { goAway() }
      guard size > 0, cut == nil, send(target, bytes, size, Int32(MSG_NOSIGNAL)) == size else { break }
    }
    shutdown(source, Int32(SHUT_RDWR))
    shutdown(target, Int32(SHUT_RDWR))
  }

  fileprivate static func makeSocket() -> Int32 {
    #if canImport(Glibc)
      socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
  }

  fileprivate static func with(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

/// A server's socket in a folder of its own that takes connections and doesn't answer.
final class SilentServer: Sendable {
  let folder = "/tmp/flowpostgres.silent.\(UInt32.random(in: 0...UInt32.max))"
  private let listener = CuttingProxy.makeSocket()

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard CuttingProxy.with(folder + "/.s.PGSQL.5432", { bind(self.listener, $0, $1) }) == 0, listen(listener, 64) == 0
    else { throw POSIXError(.EADDRINUSE) }
  }

  /// Closes all connections.
  func close() {
    Foundation.close(listener)
    try? FileManager.default.removeItem(atPath: folder)
  }
}
