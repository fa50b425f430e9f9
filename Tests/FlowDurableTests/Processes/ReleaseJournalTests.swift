import DurableTestSupport
import FlowDurable
import FlowState
import FlowStateTesting
import Foundation
import Testing

@testable import DurableProgram

/// The journals of each release continue under the current code. `.ci/journal VERSION` makes one for a release.
struct ReleaseJournalTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Journals")

  static let journals = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
    $0.hasSuffix(".journal")
  }.sorted()

  @Test func `The folder has a journal of this version`() {
    #expect(Self.journals.contains("0.2.0.journal"))
  }

  @Test(arguments: journals)
  func `Stored runs fit the current flow, and continue`(name: String) async throws {
    let copy = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: Self.folder.appending(path: name).path, toPath: copy.file())
    // The clock continues from the time when the journal was written, so that nothing in it is old.
    let store = try FileStore(at: copy.file(), timed: ManualClock())
    let effects = EffectList()
    let flow = try workFlow { effects.note($0) }
    let report = try await CompatibilityCheck(store).check(flow)
    #expect(report.isFine, "\(report)")
    let worker = FlowWorker(store, running: [flow])
    try await worker.runUntilIdle()
    var outcomes: [String: String] = [:]
    for summary in try await store.runs(RunQuery(), after: nil, limit: .max) {
      let run = try #require(try await worker.find(flow, number: summary.number))
      if summary.state.kind == .waiting {
        try await run.send(Parcel(tracking: "new"))
        try await worker.runUntilIdle()
      }
      outcomes[summary.key ?? ""] = try await run.outcome().words
    }
    #expect(
      outcomes == [
        "completed": "completed: work/completed/book#1 T1", "cancelled": "cancelled",
        "waiting": "completed: work/waiting/book#1 new", "back": "completed: work/back/book#2 new",
        "told": "completed: work/told/book#1 T2", "started": "completed: work/started/book#1 new",
      ])
    // Work that had settled before isn't repeated.
    let again = effects.lines.filter { $0.hasPrefix("work work/completed") || $0 == "work work/waiting/book#1" }
    #expect(again == [])
    try await store.close()
  }
}

private final class EffectList: Sendable {
  private let mail = Mail()
  var lines: [String] { mail.sent }
  func note(_ line: String) { mail.send(line) }
}
