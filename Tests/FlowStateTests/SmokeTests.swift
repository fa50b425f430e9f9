import FlowState
import Testing

struct SmokeTests {
  @Test("A flow runs its steps and returns a result")
  func run() async throws {
    let flow = Flow(Int.self, String.self, identifier: "F") { scope in
      let double = FlowStep(Int.self, Int.self, identifier: "double") { number in await twice(number ?? 0) }
      let spell = FlowStep(Int.self, String.self, identifier: "spell") { number in await text(number ?? 0) }
      double.content = scope.content
      double.setCompletion { step, number in
        spell.content = number
        step.nextStep = spell
      }
      spell.setCompletion { _, text in scope.result = text }
      return double
    }
    #expect(try await flow.run(21) == "42")
  }
}

private func twice(_ number: Int) async -> Int { 2 * number }
private func text(_ number: Int) async -> String { "\(number)" }
