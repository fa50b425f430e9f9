import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Faults of the machine: no space, a second process, a clock that goes back.
struct FaultTests {
  @Test(.disabled(if: isThreadSanitized, "the sanitizer's runtime answers the signal of a full file itself"))
  func `A full disk fails no run, and the waiting records are kept when there is space`() async throws {
    let folder = try TemporaryFolder()
    let lines = try await onThread {
      Result {
        // A soft limit of 16 blocks, which the process may raise.
        let process = try DurableProcess(["fill", folder.file()], shell: "ulimit -S -f 16; exec \"$0\" \"$@\"")
        var lines: [String] = []
        while let line = process.readLine() { lines.append(line) }
        let end = process.finish()
        if end.status != 0 || end.isKilled { lines.append("ended with \(end.status): \(end.errors)") }
        return lines
      }
    }.get()
    #expect(lines.contains("full"))
    #expect(lines.contains("recovered"))
    let all = ["started 50", "started 100", "started 150", "started 200", "closed"]
    #expect(lines.filter { $0 != "full" && $0 != "recovered" } == all)
    let place = try #require(lines.firstIndex(of: "full"))
    #expect(lines[..<place].count < all.count, "The disk was full too late.")
    let store = try FileStore(at: folder.file())
    #expect(try await store.runs(RunQuery(), after: nil, limit: .max).map(\.key) == (1...200).map { "\($0)" })
    try await store.close()
  }

  /// Calls a command of the system. Returns whether it has succeeded.
  private static func call(_ words: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    guard (try? process.run(orSay: "The command did not end")) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// Whether this process may mount a small disk.
  private static let mounts: Bool = {
    guard let folder = try? TemporaryFolder(), call("mount", "-t", "tmpfs", "-o", "size=12k", "tmpfs", folder.path)
    else { return false }
    return call("umount", folder.path)
  }()

  @Test(.enabled(if: mounts, "this process may not mount a disk"))
  func `Runs continue when a full disk gets more space`() async throws {
    let folder = try TemporaryFolder()
    #expect(Self.call("mount", "-t", "tmpfs", "-o", "size=12k", "tmpfs", folder.path))
    defer { _ = Self.call("umount", "-l", folder.path) }
    let lines = try await onThread {
      Result {
        let process = try DurableProcess(["fill", folder.file(), "told"])
        var lines: [String] = []
        while let line = process.readLine() {
          lines.append(line)
          guard line == "full" else { continue }
          if !Self.call("mount", "-o", "remount,size=4m", folder.path) { lines.append("can't remount") }
          try process.input.fileHandleForWriting.write(contentsOf: Data("go on\n".utf8))
        }
        let end = process.finish()
        if end.status != 0 || end.isKilled { lines.append("ended with \(end.status): \(end.errors)") }
        return lines
      }
    }.get()
    #expect(lines.count { $0 == "full" } == 1 && lines.contains("recovered"))
    let all = ["started 50", "started 100", "started 150", "started 200", "closed"]
    #expect(lines.filter { $0 != "full" && $0 != "recovered" } == all)
    let store = try FileStore(at: folder.file())
    #expect(try await store.runs(RunQuery(), after: nil, limit: .max).map(\.key) == (1...200).map { "\($0)" })
    try await store.close()
    // A disk that is full from the start.
    #expect(FileManager.default.createFile(atPath: folder.file("rest"), contents: Data(count: 8 << 20)) == false)
    _ = Self.call("sh", "-c", "cat /dev/zero > \(folder.file("rest"))")
    let error = #expect(throws: StoreError.self) { try FileStore(at: folder.file("second.journal")) }
    #expect(error?.description == "Can't write '\(folder.file("second.journal"))': No space left on device.")
    // An existing journal can be opened, and its runs can be read.
    let again = try FileStore(at: folder.file())
    #expect(try await again.find("200") != nil)
  }

  @Test func `A second process receives an error that names the process with the open journal`() async throws {
    let folder = try TemporaryFolder()
    let process = try DurableProcess(["hold", folder.file()])
    let opened = await onThread { process.readLine() }
    #expect(opened == "open")
    let error = #expect(throws: StoreError.self) { try FileStore(at: folder.file()) }
    let number = process.process.processIdentifier
    #expect(error?.description == "'\(folder.file())' is in use by process \(number) (DurableProgram).")
    // The lock ends with its process, however it ends.
    kill(number, SIGKILL)
    let end = await onThread { process.finish() }
    #expect(end.isKilled)
    try await FileStore(at: folder.file()).close()
  }

  @Test func `D6: A clock that is set back between two processes delays no timer by that`() async throws {
    let folder = try TemporaryFolder()
    let flow = try textFlow {
      append("a").keeping(TheText.self)
      FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
    }
    let before = ManualClock()
    before.advance(by: .seconds(1_000_000))
    let first = try FileStore(at: folder.file(), timed: before)
    let worker = FlowWorker(first, running: [flow], timed: before)
    _ = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    try await first.close()
    // Eleven days earlier.
    let after = ManualClock()
    let second = try FileStore(at: folder.file(), timed: after)
    let again = FlowWorker(second, running: [flow], timed: after)
    after.advance(by: .seconds(59))
    try await again.runUntilIdle()
    #expect(try await again.find(flow, key: "k")?.summary().state.kind == .waiting)
    after.advance(by: .seconds(1))
    try await again.runUntilIdle()
    #expect(try await again.find(flow, key: "k")?.outcome().words == "completed: xa")
    #expect(try await second.now() >= StoreTime(milliseconds: 1_000_060_000))
    try await second.close()
  }

  @Test func `D6: A clock that is set back under an open store doesn't undo what was due`() async throws {
    let folder = try TemporaryFolder()
    let flow = try textFlow {
      append("a").keeping(TheText.self)
      FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
      append("b").taking(TheText.self).keeping(TheText.self)
    }
    let clock = SetBackClock()
    let store = try FileStore(at: folder.file(), timed: clock)
    let worker = FlowWorker(store, running: [flow], timed: ManualClock())
    _ = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    clock.set(.seconds(61))
    _ = try await worker.start(flow, "y", key: "other")
    clock.set(.seconds(-3_600))
    try await worker.runUntilIdle()
    #expect(try await worker.find(flow, key: "k")?.outcome().words == "completed: xab")
    let times = try await store.records(of: RunNumber(rawValue: 1), after: 0, limit: .max).compactMap(\.at)
    #expect(times == times.sorted())
    try await store.close()
  }

  @Test func `A journal of a newer version is refused, and stays as it is`() throws {
    let folder = try TemporaryFolder()
    let text = Array("FlowState journal 3 7f3a9c01\nsomething else\n".utf8)
    try folder.write(text)
    let error = #expect(throws: StoreError.self) { try FileStore(at: folder.file()) }
    #expect(
      error?.description
        == "'\(folder.file())' is a journal of version 3, which is newer than version 2 of this library.")
    #expect(try folder.bytes() == text)
  }
}

extension FileStore {
  fileprivate func find(_ key: String) async throws -> RunSummary? {
    try await runs(RunQuery(flows: ["fill"], key: key), after: nil, limit: 1).first
  }
}

/// A clock that a test sets to any time.
private final class SetBackClock: FlowClock {
  private let time = Box(Duration.zero)

  var now: Duration { time.value }

  func set(_ time: Duration) { self.time.value = time }

  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm { FlowAlarm {} }
}
