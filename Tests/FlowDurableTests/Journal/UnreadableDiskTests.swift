@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import Testing

/// A disk that can't read for a while.
struct UnreadableDiskTests {
  private static let request = ClaimRequest(["order"], limit: 1, lease: .seconds(30))
  private static let settled = FlowRecord(.settled(.init(step: "charge", visit: 1)))

  private let system = UnreadableDisk()
  private let clock = ManualClock()

  /// Returns a store, and a claimed run that has received a message since.
  private func claimed() async throws -> (FileStore, ClaimedRun) {
    let store = try FileStore(at: "j", on: system, timed: clock)
    let run = try await store.add(NewRun(flow: "order")).run
    let claim = try #require(try await store.claim(Self.request).first)
    _ = try await store.send(FlowMessage(.message(name: "m", body: nil)), to: run)
    return (store, claim)
  }

  @Test func `An append succeeds although its messages can't be read, and they come with the next one`() async throws {
    var (store, claim) = try await claimed()
    system.fail(1)
    let first = try await store.append([Self.settled], to: claim, then: .hold(lease: .seconds(30)))
    #expect(first.lastRecord == 2 && first.messages.isEmpty && first.arrived == 0)
    claim.note(first)
    let second = try await store.append([Self.settled], to: claim, then: .hold(lease: .seconds(30)))
    #expect(second.lastRecord == 3 && second.messages.count == 1 && second.arrived == 1)
  }

  @Test func `A heartbeat succeeds although its messages can't be read`() async throws {
    var (store, claim) = try await claimed()
    system.fail(1)
    let first = try await store.append([], to: claim, then: .hold(lease: .seconds(30)))
    #expect(first.messages.isEmpty && first.arrived == 0)
    claim.note(first)
    #expect(try await store.append([], to: claim, then: .hold(lease: .seconds(30))).messages.count == 1)
  }

  @Test func `A run that begins to wait before its messages could be read is due at once`() async throws {
    let (store, claim) = try await claimed()
    system.fail(1)
    #expect(try await store.append([], to: claim, then: .wait(.never, for: ["m"])).arrived == 0)
    #expect(try await store.claim(Self.request).first?.messages.count == 1)
  }

  @Test func `A run whose records can't be read for a moment is claimed again after a second`() async throws {
    let store = try FileStore(at: "j", on: system, timed: clock)
    _ = try await store.add(NewRun(flow: "order"))
    system.fail(1)
    #expect(try await store.claim(Self.request).isEmpty)
    #expect(try await store.claim(Self.request).isEmpty)
    clock.advance(by: .seconds(1))
    #expect(try await store.claim(Self.request).map(\.records.count) == [1])
  }

  @Test func `A run whose records can't be read at any claim is parked`() async throws {
    let store = try FileStore(at: "j", on: system, timed: clock)
    _ = try await store.add(NewRun(flow: "order"))
    system.fail(.max)
    for attempt in 1...5 {
      #expect(try await store.runs(RunQuery(states: [.parked]), after: nil, limit: 1).isEmpty, "attempt \(attempt)")
      #expect(try await store.claim(Self.request).isEmpty)
      clock.advance(by: .seconds(1))
    }
    let runs = try await store.runs(RunQuery(), after: nil, limit: 1)
    #expect(runs.map(\.state) == [.parked("Can't read 'j': Input/output error.")])
  }
}

/// A disk whose next calls that read fail.
private final class UnreadableDisk: ForwardingFileSystem {
  private final class File: OpenFile {
    private let file: any OpenFile
    private let system: UnreadableDisk

    init(_ file: any OpenFile, _ system: UnreadableDisk) { (self.file, self.system) = (file, system) }

    func read(at offset: Int, count: Int) throws(FileFailure) -> [UInt8] {
      let fails = system.failures.withLock { failures in
        defer { failures = max(0, failures - 1) }
        return failures > 0
      }
      if fails { throw FileFailure("read", code: EIO) }
      return try file.read(at: offset, count: count)
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileFailure) { try file.write(bytes, at: offset) }
    func sync() throws(FileFailure) { try file.sync() }
    func truncate(to size: Int) throws(FileFailure) { try file.truncate(to: size) }
    func size() throws(FileFailure) -> Int { try file.size() }
    func lock() throws(FileFailure) -> Bool { try file.lock() }
  }

  let disk = SimulatedDisk()
  private let failures = Locked(0)

  func fail(_ count: Int) { failures.withLock { $0 = count } }

  func open(_ path: String, _ mode: FileMode) throws(FileFailure) -> (any OpenFile)? {
    try disk.open(path, mode).map { File($0, self) }
  }
}
