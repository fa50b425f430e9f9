import FlowChains
import FlowDurable
import FlowState

enum TheCount: DurableKey { typealias Value = Int }

/// The measured flows. Their steps do nothing, so that only the cost of storing them remains.
enum BenchmarkFlows {
  /// Creates a flow whose only step repeats itself as often as its content requires. The step completes at once, on the
  /// queue of its run.
  static func loop() throws -> DurableFlow<Int, Int> {
    let loop = FlowStepDeclaration(Int.self, Int.self, identifier: "loop") { _ in
      FlowStep(Int.self, Int.self, identifier: "loop") { step in
        let handler = FlowStepHandler(Int.self, Int.self)
        handler.complete((step.content ?? 0) - 1)
        return handler
      }
    }
    return try repeating(loop)
  }

  /// Creates the same flow with an async closure, which executes on a thread of Swift's pool, as in most programs.
  static func asyncLoop() throws -> DurableFlow<Int, Int> {
    try repeating(FlowStepDeclaration(Int.self, Int.self, identifier: "loop") { count, _ in (count ?? 0) - 1 })
  }

  private static func repeating(_ loop: FlowStepDeclaration<Int, Int>) throws -> DurableFlow<Int, Int> {
    let begin = FlowStepDeclaration(Int.self, Int.self, identifier: "begin") { count, _ in count }
      .keeping(TheCount.self)
    let loop = loop.taking(TheCount.self).keeping(TheCount.self)
      .branching(["again": .step("loop"), "done": .end]) { ($0 ?? 0) > 0 ? "again" : "done" }
    let chain = FlowChain("loop") {
      begin
      loop
    }
    return try DurableFlow(chain, keeping: TheCount.self) { $0[TheCount.self] }.remembering(visits: 0)
  }

  /// Creates a flow of three steps.
  static func three() throws -> DurableFlow<Int, Int> {
    let one = FlowStepDeclaration(Int.self, Int.self, identifier: "one") { count, _ in count }.keeping(TheCount.self)
    let two = FlowStepDeclaration(Int.self, Int.self, identifier: "two") { count, _ in (count ?? 0) + 1 }
      .taking(TheCount.self).keeping(TheCount.self)
    let three = FlowStepDeclaration(Int.self, Int.self, identifier: "three") { count, _ in (count ?? 0) + 1 }
      .taking(TheCount.self).keeping(TheCount.self)
    let chain = FlowChain("three") {
      one
      two
      three
    }
    return try DurableFlow(chain, keeping: TheCount.self) { $0[TheCount.self] }
  }
}
