import FlowConsole
import FlowDurable
import FlowStateTesting
import Foundation
import Logging
import ServiceLifecycle
import Testing
import WebTestSupport

/// The console as a service of a server.
struct ServiceTests {
  @Test("A port in use is reported in a sentence")
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

  @Test("An invalid address is reported in a sentence")
  func wrongAddress() async throws {
    var settings = ConsoleSettings()
    settings.address = "300.1.1.1"
    settings.port = 8_123
    let console = ConsoleService(store: MemoryStore(), settings: settings)
    let error = await #expect(throws: ConsoleError.self) { try await console.run() }
    #expect(error?.description == "Can't listen on port 8123 of 300.1.1.1: no host has this name or address.")
  }

  @Test("The console listens only on this machine, under an address with a random token")
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

  @Test("A graceful shutdown ends the console while a page follows the store")
  func shutdown() async throws {
    let (addresses, continuation) = AsyncStream<String>.makeStream()
    continuation.finishPatiently(orSay: "The console did not announce its address")
    var settings = ConsoleSettings()
    settings.port = 0
    settings.announce = { continuation.yield($0) }
    let console = ConsoleService(store: MemoryStore(), settings: settings)
    let group = ServiceGroup(services: [console], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let serving = Task { try await group.run() }
    var iterator = addresses.makeAsyncIterator()
    let address = try #require(await iterator.next().flatMap { URL(string: $0) })
    // A client follows a page and receives its first bytes.
    let client = try Client(port: UInt16(try #require(address.port)))
    try client.send(
      "GET /changes?of=/runs HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(settings.token)\r\n\r\n")
    let head = try client.receive(until: "\r\n\r\n")
    #expect(head.hasPrefix("HTTP/1.1 200") && head.lowercased().contains("x-accel-buffering: no\r\n"))
    await group.triggerGracefulShutdown()
    try await serving.value(orSay: "The console did not end")
  }
}
