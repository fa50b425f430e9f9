import FlowDurable
import FlowStateTesting
import Foundation
import Testing
import WebTestSupport

/// The programs `flow-console` and `console-demo` as processes.
struct ProgramTests {
  /// Starts the program. Its executable is beside the tests.
  private func start(
    _ arguments: [String], program: String = "flow-console", descriptors: Int? = nil
  ) throws -> (process: Process, output: Pipe, errors: Pipe) {
    let process = Process()
    process.standardInput = FileHandle.nullDevice
    let (output, errors) = (Pipe(), Pipe())
    let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: program)
    process.executableURL = path
    process.arguments = arguments
    if let descriptors {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "ulimit -n \(descriptors); exec \"$0\" \"$@\"", path.path] + arguments
    }
    process.standardOutput = output
    process.standardError = errors
    try process.run(orSay: "The program did not end")
    return (process, output, errors)
  }

  /// Runs the program to its end.
  private func run(
    _ arguments: [String], program: String = "flow-console"
  ) throws -> (status: Int32, output: String, errors: String) {
    let (process, output, errors) = try start(arguments, program: program)
    let texts = [output, errors].map { String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
    process.waitUntilExit()
    return (process.terminationStatus, texts[0], texts[1])
  }

  @Test(
    "An invalid command line is reported in a sentence",
    arguments: [
      ([], "Say which runs to show: --journal FILE, or --postgres URL."),
      (["--journal=x", "--postgres=y"], "Say which runs to show: --journal FILE, or --postgres URL."),
      (["--journal=x", "--schema=y"], "--schema belongs to --postgres."), (["--journal"], "--journal needs a value."),
      (["--journal", "x", "--port", "99999"], "'99999' isn't a port. Expected a number from 0 to 65535."),
      (["--journal=x", "--moon"], "'--moon' isn't an option."),
    ])
  func wrong(_ arguments: [String], _ sentence: String) throws {
    let result = try run(arguments)
    #expect(result.status == 64)
    #expect(result.errors == "flow-console: \(sentence)\n'flow-console --help' shows what is possible.\n")
  }

  @Test("A journal that doesn't exist is reported")
  func missing() throws {
    let result = try run(["--journal", "/nowhere/orders.journal"])
    #expect(result.status == 69)
    #expect(result.errors.hasPrefix("flow-console: Can't open '/nowhere/orders.journal': "))
  }

  @Test("The option `--help` prints the usage")
  func help() throws {
    let result = try run(["--help"])
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("Usage: flow-console --journal FILE"))
  }

  @Test("The demo prints nothing to standard error when its input ends")
  func demo() throws {
    let result = try run(["0"], program: "console-demo")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("Flow console: http://127.0.0.1:"))
    #expect(result.errors == "")
  }

  @Test(
    "The demo refuses an invalid port and prints its usage", arguments: [["abc"], ["70000"], ["1", "2"], ["-1"]])
  func wrongPort(_ arguments: [String]) throws {
    let result = try run(arguments, program: "console-demo")
    #expect(result.status == 64)
    #expect(
      result.errors.hasPrefix(
        "'\(arguments.joined(separator: " "))' isn't a port. Expected a number from 0 to 65535.\n\nUsage: console-demo [PORT]\n"
      ))
    #expect(try run(["--help"], program: "console-demo").output.hasPrefix("Usage: console-demo [PORT]\n"))
  }

  @Test("Clients can't take the last file descriptors of the program")
  func descriptors() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "flow-console-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/orders.journal"
    try await FileStore(at: path).close()
    let (process, output, _) = try start(["--journal", path, "--port=0"], descriptors: 64)
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let address = try #require(URL(string: line.dropFirst("Flow console: ".count).trimmingCharacters(in: .newlines)))
    let port = UInt16(try #require(address.port))
    try await onThread {
      var clients: [Client] = []
      for _ in 0..<100 {
        let client = try Client(port: port)
        try client.send("GET /runs HTTP/1.1\r\nHost: localhost\r\nX: ")
        clients.append(client)
      }
      let client = try Client(port: port)
      try client.send("GET /runs?\(address.query() ?? "") HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 303"))
    }
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("The console shows a journal that another program has open, and leaves actions for that program")
  func journal() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "flow-console-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/orders.journal"
    let store = try FileStore(at: path)
    let run = try await store.add(NewRun(flow: "order", key: "4711")).run
    let (process, output, _) = try start(["--journal", path, "--port=0"])
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(line.hasPrefix("Flow console: http://127.0.0.1:"))
    let address = try #require(URL(string: line.dropFirst("Flow console: ".count).trimmingCharacters(in: .newlines)))
    let token = try #require(address.query()?.dropFirst("token=".count))
    let client = try Client(port: UInt16(try #require(address.port)))
    let head = "Host: localhost\r\nAuthorization: Bearer \(token)\r\n"
    try client.send("GET /runs/\(run) HTTP/1.1\r\n\(head)\r\n")
    let page = try client.receive(until: "</html>")
    #expect(page.hasPrefix("HTTP/1.1 200"))
    #expect(page.lowercased().contains("content-security-policy: default-src 'none'"))
    #expect(page.contains("<bdi>4711</bdi>"))
    #expect(page.contains("<bdi>orders.journal</bdi>"))
    // The store reads commands when a worker claims runs.
    let asking = Task {
      try await patiently("The program did not answer") {
        _ = try await store.claim(ClaimRequest(["nothing"], limit: 1, lease: .seconds(1)))
        return Task.isCancelled
      }
    }
    try client.send(
      "POST /runs/\(run)/cancel HTTP/1.1\r\n\(head)Origin: http://localhost\r\nContent-Length: 0\r\n\r\n")
    #expect(try client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 303"))
    asking.cancel()
    _ = try? await asking.value
    #expect(try await store.messages(of: run, after: 0, limit: 9).map(\.message.content) == [.cancel])
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    try await store.close()
  }
}
