import FlowChains
import FlowDurable
import FlowState
import Foundation
import Testing

@testable import FlowPostgres

/// The runs of each release continue under the current code. `./release VERSION` makes the dump of a release.
struct ReleaseDumpTests {
  /// The schema in the dumps.
  private static let schema = "flowstate_release"

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Releases")

  static let dumps = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
    $0.hasSuffix(".sql")
  }.sorted()

  /// The file to write a dump to; nil if no dump is written.
  private static let newDump = ProcessInfo.processInfo.environment["FLOWPOSTGRES_DUMP"]

  private struct Parcel: DurableMessage {
    var tracking: String
  }

  private static func flow() throws -> DurableFlow<String, String> {
    let parcel = FlowStepDeclaration.awaiting(Parcel.self, identifier: "parcel")
    let send = FlowStepDeclaration(Parcel.self, String.self, identifier: "send") { parcel, visit in
      "\(visit.key) \(parcel?.tracking ?? "-")"
    }.keeping(TheText.self)
    return try TestFlows.chain("release", [TestFlows.step("pack") { $0 + " packed" }, parcel.step, send.step])
  }

  private static func functions(of schema: String) async throws -> [String] {
    let rows = try await TestServer.execute(
      """
      select replace(pg_get_functiondef(p.oid), $1, '@') from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = $1 order by 1
      """, schema)
    return rows.compactMap { $0.text(0) }
  }

  // One after the other, because all dumps have the same schema.
  @Test(.enabled(if: newDump == nil), .serialized, arguments: dumps)
  func `Stored runs fit the current flow, and continue`(name: String) async throws {
    try await TestServer.execute("drop schema if exists \(Self.schema) cascade")
    try TestServer.cluster("load", Self.folder.appending(path: name).path)
    let store = try await TestServer.open(Self.schema)
    // The migrations make the functions that a new schema has.
    let new = TestServer.name()
    await (try await TestServer.open(new)).close()
    #expect(try await Self.functions(of: Self.schema) == Self.functions(of: new))
    let flow = try Self.flow()
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
        "ended": "completed: release/ended/send#1 1Z", "cancelled": "cancelled",
        "told": "completed: release/told/send#1 1Z", "waiting": "completed: release/waiting/send#1 new",
        "new": "completed: release/new/send#1 new",
      ])
    // The schema can't be dropped while an index is made.
    await store.indexes.finish()
    await store.close()
    try await TestServer.execute("drop schema \(Self.schema) cascade")
  }

  @Test func `The folder has a dump of this version`() {
    #expect(Self.newDump != nil || Self.dumps.contains("0.2.0.sql"))
  }

  /// Leaves runs at several positions, and dumps them.
  @Test(.enabled(if: newDump != nil))
  func `A release writes a dump of its runs`() async throws {
    let store = try await TestServer.open(Self.schema)
    let flow = try Self.flow()
    let worker = FlowWorker(store, running: [flow])
    for key in ["ended", "cancelled", "told", "waiting"] { _ = try await worker.start(flow, key, key: key) }
    try await worker.runUntilIdle()
    try await #require(try await worker.find(flow, key: "ended")).send(Parcel(tracking: "1Z"))
    _ = try await #require(try await worker.find(flow, key: "cancelled")).cancel()
    try await worker.runUntilIdle()
    try await #require(try await worker.find(flow, key: "told")).send(Parcel(tracking: "1Z"), key: "w1")
    _ = try await worker.start(flow, "new", key: "new")
    await store.close()
    try TestServer.cluster("dump", Self.schema, try #require(Self.newDump))
  }
}

extension TestServer {
  /// Carries out a command of the script `cluster`.
  fileprivate static func cluster(_ command: String, _ words: String...) throws {
    let folder = try #require(ProcessInfo.processInfo.environment["FLOWPOSTGRES_CLUSTER"])
    let process = Process()
    process.executableURL = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "cluster")
    process.arguments = [command, folder] + words
    try process.run(orSay: "The script did not end")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
