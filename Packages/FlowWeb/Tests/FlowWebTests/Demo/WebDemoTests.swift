import Foundation
import Synchronization
import Testing
import WebTestSupport

/// The program `web-demo` as a process.
@Suite("The demo of pages")
struct WebDemoTests {
  private static func process(_ arguments: [String]) -> (Process, output: Pipe, errors: Pipe) {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
      path: "web-demo")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    return (process, output, errors)
  }

  @Test("The demo serves a sign-up and an order, and ends with SIGTERM")
  func served() async throws {
    let folder = try TemporaryFolder()
    let (process, output, _) = Self.process(["--port", "0", "--journal", folder.path("shop.journal")])
    try process.run(orSay: "The demo did not end")
    defer { if process.isRunning { process.terminate() } }
    let text = Mutex("")
    try await onThread {
      while !text.withLock({ $0.contains("Order: ") && $0.hasSuffix("\n") }) {
        let bytes = output.fileHandleForReading.availableData
        if bytes.isEmpty { return }
        text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
      }
    }
    let line = text.withLock { $0 }.split(separator: "\n").first { $0.hasPrefix("Order: ") }
    let port = try #require(line.flatMap { URL(string: String($0.dropFirst(7)))?.port })
    let visitor = Visitor(port: UInt16(port))
    let tea = try await visitor.start(at: "/order")
    #expect(tea.title == "Which tea?")
    var page = try await visitor.fill(
      try await visitor.fill(tea, [("kind", "mint"), ("boxes", "2")]), [("street", "Elm St 1"), ("note", "")])
    // The payment takes a second.
    try await patiently("The payment was not made") {
      page = try await visitor.follow(try await visitor.get("/order/\(visitor.journey ?? "")"))
      return page.kind == "check"
    }
    #expect(page.body.contains("Mint") && page.body.contains("Place the order"))
    process.terminate()
    try await onThread { process.waitUntilExit() }
    #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
  }

  @Test(
    "An invalid command line is reported with the usage",
    arguments: [["--port"], ["--port", "x"], ["--moon"], ["--journal"]])
  func wrong(_ arguments: [String]) throws {
    let (process, _, errors) = Self.process(arguments)
    try process.run(orSay: "The demo did not end")
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 64 && text.contains("Usage: web-demo"))
  }
}
