import FlowState
import TestSupport
import Testing

@Suite("The root cause of an error")
struct RootCauseTests {
  /// Flows in flows, the innermost of one step.
  private func nest(_ depth: Int, _ makeStep: @escaping @Sendable () -> FlowStep<Any, Int>) -> Flow<Any, Int> {
    (0..<depth).reduce(Flow(Any.self, Int.self, identifier: "Innermost") { _ in makeStep() }) { inner, number in
      Flow(Any.self, Int.self, identifier: "Around \(number)") { _ in FlowStep(inner) }
    }
  }

  private func error(of flow: Flow<Any, Int>) -> FlowError? {
    #expect(throws: FlowError.self) { try flow.runAndWait() }
  }

  @Test("is what the work reported, however deep the flow that it belongs to is nested", arguments: 0..<4)
  func nested(depth: Int) throws {
    let failed = try #require(
      error(of: nest(depth) { FlowStep(Any.self, Int.self, identifier: "Work") { _ in throw TestError("no net") } }))
    #expect(failed.rootCause as? TestError == TestError("no net"))
    #expect(failed.cause is TestError == (depth == 0))
  }

  @Test("is nil if nobody has reported an error")
  func abandoned() throws {
    let flow = nest(1) { FlowStep(Any.self, Int.self, identifier: "Work") { _ in FlowStepHandler(Any.self, Int.self) } }
    let failed = try #require(error(of: flow))
    #expect(failed.cause is FlowError)
    #expect(failed.rootCause == nil)
  }
}
