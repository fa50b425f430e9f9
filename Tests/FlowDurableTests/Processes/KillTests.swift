import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// A program that works through runs, and that is killed at random moments. `.ci/kill N` kills it N times.
struct KillTests {
  private static let kills =
    ProcessInfo.processInfo.environment["FLOWSTATE_KILLS"].flatMap { Int($0) }
    ?? trials(50, few: 15)
  /// The number of kills after which a journal is checked, and another one begins.
  private static let killsOfAJournal = 50

  @Test func `D1, D2: Nothing acknowledged is lost, and nothing happens twice, however often the process is killed`()
    async throws
  {
    let seed = UInt64.random(in: 0...UInt64.max)
    let report = try await onThread { Result { try Self.kill(Self.kills, seed: seed) } }.get()
    #expect(report.findings == [], "Seed \(seed)")
    #expect(report.kills == Self.kills)
    #expect(report.runs > 0)
    if Self.kills > 50 { print(report) }
  }

  private static func kill(_ kills: Int, seed: UInt64) throws -> KillReport {
    var generator = SeededGenerator(seed: seed)
    var report = KillReport()
    while report.kills < kills, report.findings.isEmpty {
      let folder = try TemporaryFolder()
      let (journal, ledger) = (folder.file(), folder.file("ledger"))
      for _ in 0..<min(killsOfAJournal, kills - report.kills) {
        report.kills += 1
        let child = try DurableProcess(["work", journal, ledger, String(report.kills)])
        // Every other process works before it is killed, however slow the machine is.
        if report.kills.isMultiple(of: 2) { waitForWork(of: child, ledger) }
        // The random moment is the test.
        usleep(UInt32.random(in: 0..<100_000, using: &generator))
        Foundation.kill(child.process.processIdentifier, SIGKILL)
        let end = child.finish()
        if !end.isKilled { report.findings.append("The process has ended by itself. \(end.errors)") }
      }
      let end = try DurableProcess(["finish", journal, ledger]).finish()
      if end.status != 0 || end.isKilled { report.findings.append("The runs can't be finished. \(end.errors)") }
      report.add(try KillLedger(String(contentsOfFile: ledger, encoding: .utf8)))
    }
    return report
  }

  /// Waits until a process has noted something.
  private static func waitForWork(of child: DurableProcess, _ ledger: String) {
    func size() -> UInt64? {
      try? FileManager.default.attributesOfItem(atPath: ledger)[.size] as? UInt64
    }
    let before = size()
    blockPatiently("The program did not begin its work") { !child.process.isRunning || size() != before }
  }

  // MARK: The check itself

  @Test(arguments: [
    ("started 1-1", "Run 1-1 was acknowledged, and is lost."),
    ("started 1-1\nended 1-1 waiting", "Run 1-1 has ended as 'waiting'."),
    ("sent 1-1\nended 1-1 completed work/1-1/book#1 -", "Run 1-1 has ended as 'completed work/1-1/book#1 -'."),
    ("once work/1-1/once#1\nonce work/1-1/once#1", "work/1-1/once#1 has worked twice, and may work at most once."),
    ("work work/1-1/book#1\nwork work/1-1/book#2", "'book' of run 1-1 has worked under 2 keys."),
    ("settled work/1-1/book#1\nsettled work/1-1/book#1", "work/1-1/book#1 has settled twice."),
    (
      "work work/1-1/accept#1\nwork work/1-1/book#1\nwork work/1-1/accept#1",
      "work/1-1/accept#1 has worked again after a later step."
    ),
    (
      "ended 1-1 cancelled\nsettled work/1-1/book#1", "work/1-1/book#1 was not undone, although its run was cancelled."
    ),
  ])
  func `The ledger finds each fault`(text: String, finding: String) {
    #expect(KillLedger(text).findings == [finding])
  }
}
