@testable import FlowDurable
import FlowDurableTesting
import FlowStateTesting
import Foundation
import Testing

struct SalvageTests {
  @Test("A salvage cuts a journal before its damage and keeps the rest in another file")
  func salvage() async throws {
    let disk = SimulatedDisk()
    let store = try FileStore(at: "j", on: disk, timed: ManualClock())
    for key in 1...5 { _ = try await store.add(NewRun(flow: "order", key: "\(key)")) }
    try await store.close()
    var bytes = disk.bytes("j")
    let key = Array("\"key\":\"4\"".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: key) })
    let line = try #require(bytes[..<place].lastIndex(of: UInt8(ascii: "\n"))) + 1
    bytes[place] ^= 1
    let damaged = SimulatedDisk("j", bytes)
    #expect(throws: StoreError.damaged(file: "j", offset: line)) {
      try FileStore(at: "j", on: damaged, timed: ManualClock())
    }
    let salvage = try FileStore.salvage(at: "j", on: damaged)
    #expect(salvage == JournalSalvage(lines: 6, cutBytes: bytes.count - line, cutFile: "j.cut-\(line)"))
    #expect(damaged.bytes("j.cut-\(line)") == Array(bytes[line...]))
    let again = try FileStore(at: "j", on: damaged, timed: ManualClock())
    #expect(try await again.runs(RunQuery(), after: nil, limit: 9).map(\.key) == ["1", "2", "3"])
    try await again.close()
    #expect(try FileStore.salvage(at: "j", on: damaged).cutFile == nil)
  }

  @Test("A salvage refuses a journal whose first line is damaged, and a journal in use")
  func refused() async throws {
    let disk = SimulatedDisk()
    let store = try FileStore(at: "j", on: disk, timed: ManualClock())
    #expect(throws: StoreError.locked(file: "j", by: JournalLock.process)) { try FileStore.salvage(at: "j", on: disk) }
    var bytes = disk.bytes("j")
    bytes[40] ^= 1
    let damaged = SimulatedDisk("j", bytes)
    #expect(throws: StoreError.damaged(file: "j", offset: 29)) { try FileStore.salvage(at: "j", on: damaged) }
    #expect(damaged.bytes("j") == bytes)
    try await store.close()
  }
}
