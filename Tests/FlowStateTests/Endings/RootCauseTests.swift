import FlowState
import TestSupport
import Testing

@Suite("The root cause of an error")
struct RootCauseTests {
  /// Nested flows; the innermost has one step.
  private func nest(_ depth: Int, _ makeStep: @escaping @Sendable () -> FlowStep<Any, Int>) -> Flow<Any, Int> {
    (0..<depth).reduce(Flow(Any.self, Int.self, identifier: "Innermost") { _ in makeStep() }) { inner, number in
      Flow(Any.self, Int.self, identifier: "Around \(number)") { _ in FlowStep(inner) }
    }
  }

  private func error(of flow: Flow<Any, Int>) -> FlowError? {
    #expect(throws: FlowError.self) { try flow.runAndWait() }
  }

  @Test("The root cause is the error that the work reported, however deep its flow is nested", arguments: 0..<4)
  func nested(depth: Int) throws {
    let failed = try #require(
      error(of: nest(depth) { FlowStep(Any.self, Int.self, identifier: "Work") { _ in throw TestError("no net") } }))
    #expect(failed.rootCause as? TestError == TestError("no net"))
    #expect(failed.cause is TestError == (depth == 0))
  }

  @Test("The root cause is nil if no error was reported")
  func abandoned() throws {
    let flow = nest(1) { FlowStep(Any.self, Int.self, identifier: "Work") { _ in FlowStepHandler(Any.self, Int.self) } }
    let failed = try #require(error(of: flow))
    #expect(failed.cause is FlowError)
    #expect(failed.rootCause == nil)
  }
}
