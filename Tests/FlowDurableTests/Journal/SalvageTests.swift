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

  @Test("A second salvage at the same offset replaces no file, and no run gets a number that was cut off")
  func again() async throws {
    let disk = SimulatedDisk()
    let store = try FileStore(at: "j", on: disk, timed: ManualClock())
    var last = RunNumber(rawValue: 0)
    for _ in 1...5 { last = try await store.add(NewRun(flow: "order")).run }
    try await store.close()
    let (bytes, began) = (disk.bytes("j"), Array("\"began\"".utf8))
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: began) })
    let line = try #require(bytes[..<place].lastIndex(of: UInt8(ascii: "\n"))) + 1
    var cuts: [String: [UInt8]] = [:]
    for name in ["j.cut-\(line)", "j.cut-\(line)-2"] {
      // In the first line that adds a run.
      try disk.open("j", .write)?.write([0], at: line + 20)
      cuts[name] = Array(disk.bytes("j")[line...])
      #expect(try FileStore.salvage(at: "j", on: disk).cutFile == name)
      let salvaged = try FileStore(at: "j", on: disk, timed: ManualClock())
      let next = try await salvaged.add(NewRun(flow: "order")).run
      #expect(next > last)
      #expect(try await salvaged.runs(RunQuery(), after: nil, limit: 9).map(\.number) == [next])
      last = next
      try await salvaged.close()
    }
    for (name, bytes) in cuts { #expect(disk.bytes(name) == bytes) }
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
