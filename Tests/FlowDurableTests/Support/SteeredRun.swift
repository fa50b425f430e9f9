import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A run that receives commands to cancel, go back, and retry at any moment, while its processes die.
struct SteeredRun {
  private static let lease = Duration.seconds(30)

  private let key: String
  private let store: any FlowStore
  private let clock: ManualClock
  private let trace = Trace()
  private let flow: DurableFlow<String, String>

  init(key: String, on store: any FlowStore, timed clock: ManualClock) throws {
    (self.key, self.store, self.clock) = (key, store, clock)
    flow = try Self.flow(trace)
  }

  /// A flow whose steps are undone, and undoing fails at times.
  private static func flow(_ trace: Trace) throws -> DurableFlow<String, String> {
    func step(_ name: String) -> FlowStepDeclaration<String, String> {
      text(name) { text, visit in
        trace.note("work \(visit.key)")
        return text + name
      }.undoing { result, visit in
        trace.note("undo \(visit.key)")
        // The first attempt of each third undo fails.
        if visit.attempt == 1, trace.lines.count % 3 == 0 { throw Declined() }
      }.keeping(TheText.self)
    }
    return try textFlow("steered", undoing: .onCancel) {
      step("a")
      step("b").taking(TheText.self)
      FlowStepDeclaration.awaiting(Shipped.self, within: .seconds(60), identifier: "message")
      step("c").taking(TheText.self)
      FlowStepDeclaration.waiting(.seconds(30), identifier: "pause")
      step("d").taking(TheText.self).atMostOnce().catching(["unsure": .end]) {
        $0.rootCause is StepInterrupted ? "unsure" : nil
      }
    }.remembering(visits: 1_000)
  }

  /// Makes the worker of a new process.
  private func worker(on store: any FlowStore) -> FlowWorker {
    FlowWorker(
      store, running: [flow], lease: Self.lease, misfitGrace: .zero, keepingEnded: .seconds(Int64.max), timed: clock)
  }

  /// Starts the run, steers it until it has ended, and checks what has happened.
  func live(using random: inout SeededGenerator) async throws {
    let recording = RecordingStore(store)
    let run = try await worker(on: store).start(flow, "x", key: key)
    for _ in 0..<25 {
      let store = CrashingStore(recording, dyingAfter: Int.random(in: 0...6, using: &random))
      let worker = worker(on: Bool.random(using: &random) ? store : recording)
      do {
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<4: clock.advance(by: .seconds(Int.random(in: 1...40, using: &random)))
        case 4..<6: try await run.send(Shipped(tracking: "1Z"), key: "\(Int.random(in: 0..<3, using: &random))")
        case 6..<9:
          try await run.goBack(to: ["a", "b", "message", "c", "pause", "d"].randomElement(using: &random) ?? "")
        case 9: try await run.retry()
        case 10 where Int.random(in: 0..<6, using: &random) == 0: try await run.cancel()
        default: break
        }
        try await worker.runUntilIdle()
      } catch StoreError.closed {
        clock.advance(by: Self.lease)
      } catch is DurableRunError {
      } catch StoreError.runEnded {
        break
      }
    }
    let worker = worker(on: recording)
    for _ in 0..<20 {
      try await worker.runUntilIdle()
      if case .parked = try await run.summary().state { try await run.retry() }
      clock.advance(by: .seconds(60))
    }
    let summary = try await run.summary()
    guard case .ended = summary.state else { throw Unended(summary: summary) }
    try await check(run, recording.records)
  }

  /// The error of a run that hasn't ended, although nothing keeps it from it.
  private struct Unended: Error {
    let summary: RunSummary
  }

  /// Checks the records of a run that has ended.
  private func check(_ run: DurableRun<String, String>, _ records: [FlowRecord]) async throws {
    var visits: [(step: String, number: Int)] = []
    var settled: Set<String> = []
    for record in records {
      switch record.body {
      case .settled(let step):
        #expect(settled.insert("\(step.step)#\(step.visit)").inserted, "\(step.step)#\(step.visit) has settled twice.")
        visits.append((step.step, step.visit))
      case .undone(let undone) where undone.failure == nil:
        let latest = visits.popLast()
        #expect(latest?.step == undone.step && latest?.number == undone.visit, "\(undone) instead of \(latest as Any)")
        // The key of a run that was begun again has the number of its decision, too.
        let (name, visit) = ("undo steered/\(key)/\(undone.step)#", "\(undone.visit)/undo")
        if "abcd".contains(undone.step) {
          #expect(trace.lines.contains { $0 == name + visit || $0.hasPrefix(name) && $0.hasSuffix("." + visit) })
        }
      case .back(let back): #expect(visits.contains { $0.step == back.step })
      default: break
      }
    }
    // A visit that has settled never works again, and one that was undone is never undone again.
    let works = trace.lines.filter { $0.hasSuffix("/undo") == false }
    for (index, work) in works.enumerated() {
      guard let first = works.firstIndex(of: work), first < index else { continue }
      #expect(works[first...index].allSatisfy { $0 == work }, "\(work) works again later.")
    }
    let names = visits.map(\.step).filter { "abcd".contains($0) }.joined()
    switch try await run.outcome() {
    case .completed(let text):
      // A step that was interrupted has kept nothing.
      #expect(text == "x" + names || text == "x" + names.dropLast())
    case .cancelled: #expect(visits.isEmpty)
    case .failed(let error): Issue.record("\(error)")
    }
  }
}
