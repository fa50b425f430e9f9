import Foundation
import TestSupport
import Testing

/// A process that is suspended for longer than its leases, as by the lid of a laptop.
struct SuspensionTests {
  @Test func `D13: A process that was suspended for many leases repeats no step`() async throws {
    let folder = try TemporaryFolder()
    let (journal, ledger) = (folder.file(), folder.file("ledger"))
    let (lines, end) = try await onThread { Result { try Self.suspend(journal, ledger) } }.get()
    #expect(end.status == 0 && !end.isKilled, "\(end.errors)")
    #expect(
      lines == ["before", "1", "2", "3", #"completed(Optional("attempt 1"))"#, #"completed(Optional("attempt 1"))"#])
    let works = try String(contentsOfFile: ledger, encoding: .utf8).split(separator: "\n").map { String($0) }
    #expect(works.sorted() == ["work once/1/a#1", "work slow/1/a#1"])
  }

  private static func suspend(
    _ journal: String, _ ledger: String
  ) throws -> (lines: [String], end: (status: Int32, isKilled: Bool, errors: String)) {
    let child = try DurableProcess(["linger", journal, ledger])
    var lines: [String] = []
    /// Lets the program execute a run, and reads the line that it prints then.
    func execute(_ name: String) {
      try? child.input.fileHandleForWriting.write(contentsOf: Data("\(name)\n".utf8))
      if let line = child.readLine() { lines.append(line) }
    }
    blockPatiently("The program did not begin its work") {
      !child.process.isRunning
        || ((try? String(contentsOfFile: ledger, encoding: .utf8))?.split(separator: "\n").count ?? 0) >= 2
    }
    execute("before")
    for round in 1...3 {
      // The program can't do anything in this time, which is the test.
      kill(child.process.processIdentifier, SIGSTOP)
      usleep(1_000_000)
      kill(child.process.processIdentifier, SIGCONT)
      execute("\(round)")
    }
    try? child.input.fileHandleForWriting.close()
    while let line = child.readLine() { lines.append(line) }
    return (lines, child.finish())
  }
}
