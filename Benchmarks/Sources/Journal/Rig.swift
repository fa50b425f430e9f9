import FlowChains
import FlowDurable
import FlowJSON
import FlowState
import Foundation

/// The measurements, each with a file of its own.
struct Rig {
  let folder: URL

  /// The bytes of a line that ``steps(_:runs:surviving:)`` writes, nearly.
  private static let line = [UInt8](repeating: UInt8(ascii: "x"), count: 175)

  private func newFile() -> String { folder.appending(path: UUID().uuidString).path }

  private func measure(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
    let time = try ContinuousClock().measure(body)
    return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
  }

  /// Seconds for each line of a `write` and `fdatasync` of some lines.
  func bare(_ count: Int, lines: Int = 1) throws -> Double {
    let path = newFile()
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND, 0o600)
    defer {
      close(descriptor)
      unlink(path)
    }
    let bytes = Array(repeatElement(Self.line, count: lines).joined())
    let seconds = measure(count) {
      for _ in 0..<count {
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        fdatasync(descriptor)
      }
    }
    return seconds / Double(count * lines)
  }

  private static func settled(_ visit: Int) -> FlowRecord {
    var settled = FlowRecord.Settled(step: "charge", visit: visit)
    settled.result = ["id": "p1"]
    settled.set = ["ThePayment": KeptValue(["id": "p1"])]
    settled.destination = "shipped"
    return FlowRecord(.settled(settled))
  }

  /// Seconds for each step of all runs together, and the seconds that the processors worked for it.
  func steps(
    _ count: Int, runs: Int, surviving safety: JournalSafety
  ) async throws -> (time: Double, work: Double) {
    let store = try FileStore(at: newFile(), surviving: safety)
    for _ in 0..<runs { _ = try await store.add(NewRun(flow: "order")) }
    let claims = try await store.claim(ClaimRequest(["order"], limit: runs, lease: .seconds(300)))
    let clock = ContinuousClock()
    let (start, work) = (clock.now, Self.work)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for claim in claims {
        group.addTask {
          for visit in 1...count {
            var records = [Self.settled(visit)]
            if visit % 100 == 0 { records.append(FlowRecord(.snapshot(.init(["visit": 1], step: "charge")))) }
            _ = try await store.append(records, to: claim, then: .hold(lease: .seconds(300)))
          }
        }
      }
      try await group.waitForAll()
    }
    let time = start.duration(to: clock.now)
    let worked = Self.work - work
    try await store.close()
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    return (seconds / Double(count * claims.count), worked / Double(count * claims.count))
  }

  private enum Count: DurableKey { typealias Value = Int }

  /// A flow with one step that goes to itself for a number of visits.
  private static func loop(_ count: Int) throws -> DurableFlow<Any, Int> {
    let step = FlowStepDeclaration(Any.self, Int.self, identifier: "charge") { _ in
      FlowStep(Any.self, Int.self, identifier: "charge") { step in
        let handler = FlowStepHandler(Any.self, Int.self)
        handler.complete((step.context[Count.self] ?? 0) + 1)
        return handler
      }
    }
    .keeping(Count.self)
    .branching(["again": .step("charge"), "enough": .end]) { $0 == count ? "enough" : "again" }
    return try DurableFlow(FlowChain("order") { step }, Any.self, keeping: Count.self) { $0[Count.self] }
      .remembering(visits: 10)
  }

  /// Seconds for each step of all runs together that a worker plays.
  func played(_ count: Int, runs: Int, surviving safety: JournalSafety) async throws -> Double {
    let store = try FileStore(at: newFile(), surviving: safety)
    let flow = try Self.loop(count)
    let worker = FlowWorker(store, running: [flow], atOnce: runs)
    for _ in 0..<runs { _ = try await worker.start(flow) }
    let clock = ContinuousClock()
    let start = clock.now
    try await worker.runUntilIdle()
    let time = start.duration(to: clock.now)
    try await store.close()
    return time / .seconds(1) / Double(count * runs)
  }

  /// The records that an opening reads in a second, and the memory for each run that waits.
  func resume(_ count: Int, waiting: Int) async throws -> (perSecond: Double, bytes: Int) {
    let path = newFile()
    var store = try FileStore(at: path, surviving: .process)
    for number in 0..<waiting { _ = try await store.add(NewRun(flow: "order", key: "order-\(number)")) }
    var left = waiting
    while left > 0 {
      let claims = try await store.claim(ClaimRequest(["order"], limit: 500, lease: .seconds(3_000)))
      left -= claims.count
      for claim in claims {
        let snapshot = FlowRecord(.snapshot(.init(["order": ["id": "4711", "cents": 990]], step: "shipped")))
        let waiting = FlowRecord(.waiting(.init(step: "shipped", visit: 1, names: ["Shipped"])))
        _ = try await store.append(
          [snapshot, waiting], to: claim, then: .wait(.after(.seconds(3 * 86_400)), for: ["Shipped"]))
      }
    }
    _ = try await store.add(NewRun(flow: "long"))
    let claim = try await store.claim(ClaimRequest(["long"], limit: 1, lease: .seconds(3_000)))[0]
    for visit in 1...count {
      var records = [Self.settled(visit)]
      if visit % 100 == 0 { records.append(FlowRecord(.snapshot(.init(["visit": 1], step: "charge")))) }
      _ = try await store.append(records, to: claim, then: .hold(lease: .seconds(300)))
    }
    try await store.close()
    let before = Self.memory()
    let clock = ContinuousClock()
    let start = clock.now
    store = try FileStore(at: path, surviving: .process)
    let time = start.duration(to: clock.now)
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    let bytes = (Self.memory() - before) / waiting
    try await store.close()
    return (Double(count + count / 100 + 3 * waiting) / seconds, bytes)
  }

  /// The seconds that the processors have worked for the process.
  private static var work: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  /// The resident bytes of the process.
  private static func memory() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) } ?? 0
  }
}
