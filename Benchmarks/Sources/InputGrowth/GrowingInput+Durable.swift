import Dispatch
import FlowChains
import FlowDurable
import FlowState
import Foundation
import Synchronization

/// Durable runs with thousands of messages or visits. The length of the text is the number of them.
extension GrowingInput {
  static var durable: [GrowingInput] {
    [false, true].flatMap { isJournal in
      let name = isJournal ? "durable-journal" : "durable"
      return [
        GrowingInput("\(name)-messages-left", 5_000, text) { text in
          let size = text.utf8.count
          try DurableLoad(others: size, ticks: 500, steps: 500, returningTo: "wait").carry(inJournal: isJournal)
        },
        GrowingInput("\(name)-messages-taken", 5_000, text) { text in
          let size = text.utf8.count
          try DurableLoad(ticks: size, steps: size, returningTo: "wait").carry(inJournal: isJournal)
        },
        GrowingInput("\(name)-visits", 5_000, text) { text in
          let size = text.utf8.count
          try DurableLoad(ticks: 1, steps: size, returningTo: "count", remembering: size).carry(inJournal: isJournal)
        },
      ]
    }
  }

  private static func text(_ size: Int) -> String { String(repeating: "x", count: size) }
}

/// The content and the work of a run.
private struct DurableLoad {
  private struct Tick: DurableMessage {}
  private struct Other: DurableMessage {}

  private let others: Int
  private let ticks: Int
  private let flow: DurableFlow<Any, Int>

  /// Describes a load.
  ///
  /// - Parameters:
  ///   - others: The number of messages that the run gets and doesn't take.
  ///   - ticks: The number of messages that it gets and may take.
  ///   - steps: The number of times that it counts before it ends.
  ///   - step: The step to which it goes after it has counted: "wait", which takes a message, or "count".
  ///   - visits: The number of visits that it remembers.
  /// - Throws: A `FlowChainError` if the chain has a mistake.
  init(others: Int = 0, ticks: Int, steps: Int, returningTo step: String, remembering visits: Int = 100) throws {
    (self.others, self.ticks) = (others, ticks)
    let counted = Atomic<Int>(0)
    let chain = FlowChain("ticks") {
      FlowStepDeclaration.awaiting(Tick.self, identifier: "wait")
      FlowStepDeclaration(Any.self, Int.self, identifier: "count") { _ in
        counted.add(1, ordering: .relaxed).newValue
      }.branching(["more": .step(step), "end": .end]) { $0 == steps ? "end" : "more" }
    }
    flow = try DurableFlow(chain, Any.self, Int.self) { _ in nil }.remembering(visits: visits)
  }

  /// Sends the messages, and then has a worker go on with the run, in a journal after opening it again.
  func carry(inJournal isJournal: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "growth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var limits = StoreLimits()
    (limits.messages, limits.snapshot) = (1 << 30, 1 << 30)
    let path = folder.appending(path: "growth.journal").path
    try blocking { [limits] in
      if isJournal {
        let store = try FileStore(at: path, surviving: .process, limits: limits)
        let run = try await send(in: store)
        try await store.close()
        try await play(run, in: try FileStore(at: path, surviving: .process, limits: limits))
      } else {
        let store = MemoryStore(limits: limits)
        try await play(try await send(in: store), in: store)
      }
    }
  }

  private func send(in store: any FlowStore) async throws -> RunNumber {
    let run = try await FlowWorker(store, running: [flow]).start(flow)
    for _ in 0..<others { try await run.send(Other()) }
    for _ in 0..<ticks { try await run.send(Tick()) }
    return run.number
  }

  private func play(_ run: RunNumber, in store: any FlowStore) async throws {
    let worker = FlowWorker(store, running: [flow])
    try await worker.runUntilIdle()
    let summary = try await worker.find(flow, number: run)?.summary()
    guard summary?.state.kind == .ended else { fatalError("The run didn't end.") }
  }

  private func blocking(_ work: @escaping @Sendable () async throws -> Void) throws {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Void, any Error>>(.success(()))
    Task {
      do { try await work() } catch { result.withLock { $0 = .failure(error) } }
      done.signal()
    }
    done.wait()
    try result.withLock { try $0.get() }
  }
}
