import FlowDurable
import FlowJSON
import FlowStateTesting
import Foundation
import Testing

@testable import FlowDurableTesting

/// Stores with faults, which the laws must find.
struct FaultyStoreTests {
  /// Checks the laws whose names contain a text. Returns the findings.
  private func findings(
    _ part: String? = nil, reopening reopen: (@Sendable (any FlowStore) async throws -> any FlowStore)? = nil,
    waiting patience: Duration = .seconds(60), _ change: @escaping (any FlowStore) -> any FlowStore
  ) async throws -> [String] {
    let laws = FlowStoreLaws.all.filter { law in part.map { law.name.contains($0) } ?? true }
    #expect(!laws.isEmpty)
    var findings: [String] = []
    for law in laws {
      let clock = ManualClock()
      var subject = StoreUnderTest(change(MemoryStore(timed: clock)), reopening: reopen) { clock.advance(by: $0) }
      subject.patience = patience
      do { try await law.check(subject) } catch let violation as StoreLawViolation {
        findings.append(violation.finding)
      }
    }
    return findings
  }

  private func changed(
    _ change: @escaping (inout ChangedStore) -> Void
  ) -> (any FlowStore) -> ChangedStore {
    { store in
      var store = ChangedStore(store)
      change(&store)
      return store
    }
  }

  @Test func `Pages that begin with the first run each time are found`() async throws {
    let found = try await findings("in pages", changed { $0.cursor = { _ in nil } })
    #expect(found == ["The pages repeat the run 1.", "The pages repeat the run 100.", "The pages repeat the run 4."])
  }

  @Test func `Pages that begin with the last run of the page before are found`() async throws {
    let found = try await findings(
      "by what they are", changed { $0.cursor = { $0.map { RunNumber(rawValue: $0.rawValue - 1) } } })
    #expect(found == ["The pages repeat the run 7."])
  }

  @Test func `A store that lists, claims and reads nothing violates laws, and traps nowhere`() async throws {
    let found = try await findings(
      reopening: { $0 },
      changed { store in
        store.listed = { _ in [] }
        store.claimed = { _ in [] }
        store.kept = { _ in [] }
      })
    #expect(found.count > FlowStoreLaws.all.count / 2)
  }

  @Test func `Claims at the same time that get the same runs are found`() async throws {
    let found = try await findings("Of claims at the same time") { LateWritingStore($0) }
    #expect(found.count == 1 && found[0].hasPrefix("The claimed runs: "))
  }

  @Test func `Runs that are added together in another order are found`() async throws {
    let found = try await findings("added together", changed { $0.added = { $0.reversed() } })
    #expect(
      found == ["Whether the runs are new: expected [true, false, true, false], found [true, true, false, false]."])
  }

  @Test func `A store without hints is found`() async throws {
    let ended = try await findings("A wake comes", changed { $0.hints = { _ in AsyncStream { $0.finish() } } })
    #expect(ended == ["There is no hint at the beginning."])
    let streams = WakeStreams()
    let dead = try await findings(
      "A wake comes", waiting: .milliseconds(10), changed { $0.hints = { _ in streams.makeStream() } })
    #expect(dead == ["There is no hint of a new run."])
  }

  @Test func `A store doesn't have to give a hint when a run goes to rest`() async throws {
    #expect(try await findings("A wake comes") { QuietStore($0) } == [])
  }

  @Test func `Values in another spelling are found`() async throws {
    let compose = changed { store in
      store.kept = { records in
        records.map { record in
          var record = record
          if case .settled(var settled) = record.body {
            settled.result = settled.result.map(Self.composed)
            record.body = .settled(settled)
          }
          return record
        }
      }
    }
    let found = try await findings("D7 Text with many", compose)
    #expect(found.map { $0.prefix(35) } == ["The records: expected the spelling "])
    let clock = ManualClock()
    let subject = StoreUnderTest(compose(MemoryStore(timed: clock))) { clock.advance(by: $0) }
    await #expect(throws: StoreLawViolation.self) {
      try await RandomStoreOperations(seed: 1).check(subject, count: 400)
    }
  }

  private static func composed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(text.precomposedStringWithCanonicalMapping)
    case .object(let object): .object(object.mapValues(composed))
    default: value
    }
  }

  @Test func `Large values that are cut are found`() async throws {
    let cut = changed { store in
      store.kept = { records in
        records.map { record in
          var record = record
          switch record.body {
          case .settled(var settled):
            settled.result = settled.result.map(Self.cut)
            record.body = .settled(settled)
          case .snapshot(var snapshot):
            snapshot.state = Self.cut(snapshot.state)
            record.body = .snapshot(snapshot)
          default: break
          }
          return record
        }
      }
    }
    #expect(
      try await findings("all or nothing", cut) == ["A snapshot of 2 MiB is read as something else."])
    #expect(try await findings("D12 Large values", cut) == ["Large values are claimed as something else."])
  }

  private static func cut(_ value: JSONValue) -> JSONValue {
    if case .string(let text) = value { .string(String(text.prefix(65_536))) } else { value }
  }

  @Test func `Messages in the order of their numbers' digits are found`() async throws {
    let found = try await findings(
      "D12 100 commands",
      changed { store in
        store.claimed = { runs in
          runs.map { run in
            var run = run
            run.messages.sort { "\($0.number)" < "\($1.number)" }
            return run
          }
        }
      })
    #expect(found.count == 1 && found[0].hasPrefix("The messages: "))
  }

  @Test func `Numbers of forgotten runs that are used again are found`() async throws {
    let found = try await findings("numbers of forgotten", reopening: { _ in MemoryStore(timed: ManualClock()) }) { $0 }
    #expect(found == ["The new run 1 comes after the forgotten run 2."])
  }

  @Test func `Random calls accept a store whose leases outlive its process`() async throws {
    let clock = ManualClock()
    let subject = StoreUnderTest(MemoryStore(timed: clock), reopening: { $0 }, advancing: { clock.advance(by: $0) })
    try await RandomStoreOperations(seed: 1).check(subject, count: 400)
  }
}
