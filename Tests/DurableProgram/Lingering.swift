import FlowChains
import FlowDurable
import FlowState
import Foundation

/// The program that is suspended for longer than its leases, while its steps are at work.
struct Lingering {
  let path: String
  let ledger: Ledger

  init(_ path: String, _ ledger: String) {
    self.path = path
    self.ledger = Ledger(ledger)
  }

  /// Works on two runs whose steps end at the end of the input. For each line of the input, it executes a run and prints the
  /// line.
  func work() async throws {
    let ends = Locked<[AsyncStream<Void>.Continuation]>([])
    func linger(_ name: String) -> FlowStepDeclaration<String, String> {
      FlowStepDeclaration(String.self, String.self, identifier: name) { [ledger] _, visit in
        let (end, ending) = AsyncStream<Void>.makeStream()
        ends.withLock { $0.append(ending) }
        ledger.note("work \(visit.key)")
        for await _ in end {}
        return "attempt \(visit.attempt)"
      }.keeping(TheName.self)
    }
    func flow(_ name: String, _ step: FlowStepDeclaration<String, String>) throws -> DurableFlow<String, String> {
      try DurableFlow(FlowChain(identifier: name, [step.step]), keeping: TheName.self) { $0[TheName.self] }
    }
    let flows = [
      try flow("slow", linger("a")), try flow("once", linger("a").atMostOnce()),
      try flow(
        "quick",
        FlowStepDeclaration(String.self, String.self, identifier: "a") { name, _ in name }.keeping(TheName.self)),
    ]
    let worker = FlowWorker(try FileStore(at: path), running: flows, lease: .milliseconds(300))
    let working = Task { try await worker.run() }
    let runs = [try await worker.start(flows[0], "x", key: "1"), try await worker.start(flows[1], "x", key: "1")]
    let input = AsyncStream<String>.makeStream()
    Thread {
      while let line = readLine() { input.continuation.yield(line) }
      input.continuation.finish()
    }.start()
    for await line in input.stream {
      _ = try await worker.start(flows[2], line).outcome()
      Program.say(line)
    }
    for ending in ends.withLock({ $0 }) { ending.finish() }
    for run in runs { Program.say("\(try await run.outcome())") }
    await worker.stop()
    try await working.value
  }
}
