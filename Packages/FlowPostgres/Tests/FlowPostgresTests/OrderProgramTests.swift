import FlowDurable
import Foundation
import Testing

#if os(Linux)
  /// The program `Orders` as a process, with a journal.
  struct OrderProgramTests {
    @Test func `An order counts even if the output can't be written`() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: TestServer.name())
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let journal = folder.appending(path: "orders.journal").path
      let process = Process()
      process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(component: "Orders")
      process.arguments = ["place", "--store", journal, "4711", "990"]
      process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
      try process.run(orSay: "The program did not end")
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
      let runs = try await JournalReader(at: journal).runs(RunQuery(), after: nil, limit: 9)
      #expect(runs.map(\.key) == ["4711"])
    }
  }
#endif
