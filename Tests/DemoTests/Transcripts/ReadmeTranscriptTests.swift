import DemoTestSupport
import Foundation
import TestSupport
import Testing

/// The page of the demo shows what it prints.
@Suite(.timeLimit(.minutes(20)))
struct ReadmeTranscriptTests {
  private static let prompt = "    $ "

  /// The lines of the page from its first command, without their indentation.
  private func transcript() throws -> [String] {
    let readme = URL(filePath: #filePath).appending(path: "../../../../Demo/README.md").standardized
    let lines = try String(contentsOf: readme, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix(Self.prompt) })
    return lines[start...].prefix { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
  }

  @Test("The first command of the page prints the lines below it")
  func output() throws {
    let lines = try transcript()
    #expect(lines.count { $0.hasPrefix("$ ") } == 1)
    let command = lines[0].dropFirst(2).replacing("swift run -q Demo", with: "'\(DemoProcess.executable.path)'")
    let folder = try TemporaryFolder()
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", String(command)]
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run(orSay: "The demo did not end")
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text == lines.dropFirst().joined(separator: "\n") + "\n")
  }

  @Test("The first transcript of the page shows each profile once")
  func profiles() throws {
    let names = try transcript().filter { $0.hasPrefix("  Name: ") }
    #expect(names == ["  Name: Al", "  Name: Bo"])
  }
}
