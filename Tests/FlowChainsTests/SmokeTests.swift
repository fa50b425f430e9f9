import FlowChains
import FlowState
import Testing

struct SmokeTests {
  @Test("A chain in another order is another flow, and an order that doesn't fit is refused")
  func run() async throws {
    let double = FlowStepDeclaration(Int.self, Int.self, identifier: "double") { number in 2 * (number ?? 0) }
    let add = FlowStepDeclaration(Int.self, Int.self, identifier: "add") { number in 1 + (number ?? 0) }
    let spell = FlowStepDeclaration(Int.self, String.self, identifier: "spell") { number in "\(number ?? 0)" }
    var chain = FlowChain("F") {
      double; add; spell
    }
    #expect(try await Flow(chain, Int.self, String.self).run(20) == "41")
    try chain.move("add", to: .first)
    #expect(try await Flow(chain, Int.self, String.self).run(20) == "42")
    try chain.move("spell", to: .first)
    #expect(throws: FlowChainError.self) { try Flow(chain, Int.self, String.self) }
  }
}
