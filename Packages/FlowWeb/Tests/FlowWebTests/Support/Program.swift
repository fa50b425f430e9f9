import Foundation
import Synchronization
import Testing
import WebTestSupport

/// A program of the package as a process. Its executable is beside the tests.
struct Program: Sendable {
  let name: String

  init(_ name: String) { self.name = name }

  private func process(_ arguments: [String]) -> (Process, output: Pipe, errors: Pipe) {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    return (process, output, errors)
  }

  /// Runs the program to its end.
  func run(_ arguments: [String]) async throws -> (status: Int32, output: String, errors: String) {
    let (process, output, errors) = process(arguments)
    try process.run(orSay: "\(name) did not end")
    let texts = Mutex(["", ""])
    try await onThread {
      for (index, pipe) in [output, errors].enumerated() {
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        texts.withLock { $0[index] = text }
      }
      process.waitUntilExit()
    }
    let (own, other) = texts.withLock { ($0[0], $0[1]) }
    return (process.terminationStatus, own, other)
  }

  /// Runs the program while a closure is called, and ends it with SIGTERM.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - label: The beginning of the line with the address.
  ///   - other: The beginning of another line that the program prints when it serves, before or after that one; nil if there is none.
  ///   - closesOutput: Whether nobody reads what the program prints after these lines.
  ///   - body: Receives the address of that line, and everything that was printed until then.
  /// - Throws: An error of the process, or of the closure.
  func serve(
    _ arguments: [String], until label: String, and other: String? = nil, closingOutput closesOutput: Bool = false,
    _ body: @Sendable (_ address: URL, _ printed: String) async throws -> Void
  ) async throws {
    let (process, output, _) = process(arguments)
    try process.run(orSay: "\(name) did not end")
    defer { if process.isRunning { process.terminate() } }
    let text = Mutex("")
    try await onThread {
      while !text.withLock({ text in [label, other ?? label].allSatisfy(text.contains) && text.hasSuffix("\n") }) {
        let bytes = output.fileHandleForReading.availableData
        if bytes.isEmpty { return }
        text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
      }
    }
    if closesOutput { try output.fileHandleForReading.close() }
    let printed = text.withLock { $0 }
    let line = printed.split(separator: "\n").first { $0.hasPrefix(label) }
    try await body(try #require(line.flatMap { URL(string: String($0.dropFirst(label.count))) }), printed)
    process.terminate()
    try await onThread { process.waitUntilExit() }
    #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
  }
}
