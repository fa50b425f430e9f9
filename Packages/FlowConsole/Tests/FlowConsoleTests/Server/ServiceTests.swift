import FlowConsole
import FlowDurable
import FlowStateTesting
import Foundation
import Logging
import ServiceLifecycle
import Testing

/// The console as a service of a server.
struct ServiceTests {
  @Test("a port that is in use is an error with a sentence")
  func portInUse() async throws {
    let store = MemoryStore()
    try await RunningConsole.run(store) { console in
      let port = try #require(URL(string: console.address)?.port)
      let error = await #expect(throws: ConsoleError.self) {
        try await RunningConsole.run(store, port: port) { _ in }
      }
      #expect(
        error?.description == "Port \(port) of 127.0.0.1 is in use. Choose another port, or 0 for any that is free.")
    }
  }

  @Test("it listens on this machine alone, under an address with a token that nobody can guess")
  func address() async throws {
    let settings = ConsoleSettings()
    #expect(settings.address == "127.0.0.1")
    #expect(settings.token.count == 32)
    #expect(settings.token != ConsoleSettings().token)
    try await RunningConsole.run(MemoryStore(), token: settings.token) { console in
      #expect(console.address.hasPrefix("http://127.0.0.1:"))
      #expect(console.address.hasSuffix("/?token=\(settings.token)"))
    }
  }

  @Test("a graceful shutdown ends it, also while a page follows the store")
  func shutdown() async throws {
    let (addresses, continuation) = AsyncStream<String>.makeStream()
    var settings = ConsoleSettings()
    settings.port = 0
    settings.announce = { continuation.yield($0) }
    let console = FlowConsole(store: MemoryStore(), settings: settings)
    let group = ServiceGroup(services: [console], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    async let serving: Void = group.run()
    var iterator = addresses.makeAsyncIterator()
    let address = try #require(await iterator.next().flatMap { URL(string: $0) })
    // A client that follows a page, and takes its first bytes.
    let client = try Client(port: UInt16(try #require(address.port)))
    try client.send(
      "GET /changes?of=/runs HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(settings.token)\r\n\r\n")
    let head = try client.receive()
    #expect(head.hasPrefix("HTTP/1.1 200"))
    await group.triggerGracefulShutdown()
    try await serving
    client.close()
  }
}

/// A connection that blocks.
private struct Client {
  private let descriptor: Int32

  init(port: UInt16) throws {
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
    if result != 0 { throw POSIXError(.ECONNREFUSED) }
  }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    if write(descriptor, bytes, bytes.count) != bytes.count { throw POSIXError(.EIO) }
  }

  func receive() throws -> String {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(descriptor, &bytes, bytes.count)
    if count <= 0 { throw POSIXError(.EIO) }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  func close() {
    _ = Foundation.close(descriptor)
  }
}
