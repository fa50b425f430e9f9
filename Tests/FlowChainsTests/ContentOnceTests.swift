import FlowChains
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 13: content is computed once for each visit, whatever the order of the words, and nothing is read too early.
struct ContentOnceTests {
  private enum Key: FlowContextKey<String> {}

  /// The orders of the words of a declaration.
  enum Order: CaseIterable, Sendable { case givenFirst, givenLast, between }

  /// A step that fails twice in each visit, and notes the content of each attempt.
  private static func pay(_ order: Order, _ seen: LockedList<String>) -> FlowStepDeclaration<Any, String> {
    let attempts = Box(0)
    let key: @Sendable (FlowContext) -> String? = { [attempts] _ in
      attempts.value += 1
      return "key \(attempts.value)"
    }
    let pay = FlowStepDeclaration(String.self, String.self, identifier: "pay") { key in
      seen.append(key ?? "nil")
      if seen.count % 3 != 0 { throw TestError() }
      return "paid"
    }
    return switch order {
    case .givenFirst: pay.given(key).timeout(.seconds(9)).retry(attempts: 3)
    case .between: pay.timeout(.seconds(9)).given(key).retry(attempts: 3)
    case .givenLast: pay.timeout(.seconds(9)).retry(attempts: 3).given(key)
    }
  }

  @Test("Each attempt of a visit has the same content, and the next visit another one", arguments: Order.allCases)
  func once(order: Order) async throws {
    let seen = LockedList<String>()
    let visits = Box(0)
    let chain = FlowChain("shop") {
      Self.pay(order, seen).branching(["again": .step("pay"), "enough": .end]) { [visits] _ in
        visits.value += 1
        return visits.value < 2 ? "again" : "enough"
      }
    }
    _ = try await Flow(chain, Any.self, String.self).run()
    #expect(seen.all == Array(repeating: "key 1", count: 3) + Array(repeating: "key 2", count: 3))
  }

  @Test("A step whose source gives no content has none in a later visit, also inside operators")
  func noContent() async throws {
    let seen = LockedList<String>()
    let visits = Box(0)
    let chain = FlowChain("F") {
      FlowStepDeclaration(String.self, String.self, identifier: "a") { content in
        seen.append(content ?? "nil")
        return "x"
      }
      .given { [visits] _ in visits.value == 0 ? "first" : nil }.retry(attempts: 2)
      .branching(["again": .step("a"), "enough": .end]) { [visits] _ in
        visits.value += 1
        return visits.value < 2 ? "again" : "enough"
      }
    }
    _ = try await Flow(chain, Any.self, String.self).run()
    #expect(seen.all == ["first", "nil"])
  }

  @Test("The closure that makes a step can't use the values of the run", arguments: ["get", "set", "change"])
  func tooEarly(use: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [use = use as String] in
      let chain = FlowChain("F") {
        FlowStepDeclaration(Any.self, String.self, identifier: "card") { context in
          switch use {
          case "get": _ = context[Key.self]
          case "set": context[Key.self] = "x"
          default: context[Key.self, default: ""].append("x")
          }
          return FlowStep(Any.self, String.self, identifier: "card") { _ in nil }
        }
      }
      _ = try? Flow(chain, Any.self, String.self).runAndWait()
    }
    expectSaid(
      result,
      """
      The closure that makes step 'card' uses the value of Key, but the run makes all its steps before the first one starts. Declare \
      the content of the step with taking(Key.self) or given, or use the context of the step that its own closures receive.
      """)
  }

  @Test("Declared undo functions are called in memory, latest first, before the outcome")
  func undone() async throws {
    let trace = Trace()
    let chain = FlowChain("shop") {
      FlowStepDeclaration(Any.self, String.self, identifier: "reserve") { _ in "room" }
        .undoing { room in trace.note("release \(room ?? "nil")") }
      FlowStepDeclaration(String.self, String.self, identifier: "pay") { (_: String?) async throws in throw TestError()
      }
      .undoingInterrupted { room in trace.note("ask for \(room ?? "nil")") }
    }
    await #expect(throws: FlowError.self) { try await Flow(chain, Any.self, String.self).run() }
    #expect(trace.take() == ["ask for room", "release room"])
  }

  @Test("Declared stops and final steps are those of the run")
  func stops() async throws {
    let chain = FlowChain("shop") {
      FlowStepDeclaration(Any.self, String.self, identifier: "a") { _ in "x" }.stop()
      FlowStepDeclaration(Any.self, String.self, identifier: "b") { _ in "x" }.final()
    }
    #expect(chain.steps.map(\.isStop) == [true, false])
    #expect(chain.steps.map(\.isFinal) == [false, true])
    let seen = LockedList<String>()
    let flow = try Flow(
      FlowChain("shop") {
        FlowStepDeclaration(Any.self, String.self, identifier: "a") { _ in "x" }.stop()
        FlowStepDeclaration(Any.self, String.self, identifier: "b") { _ in "x" }.final()
        FlowStepDeclaration(Any.self, String.self, identifier: "c") { _ in
          FlowStep(Any.self, String.self, identifier: "c") { step in
            do { try step.goBack(to: "a") } catch { seen.append("\(error)") }
            return nil
          }
        }
      }, Any.self, String.self)
    _ = try await flow.reversible().run()
    #expect(seen.all == ["Run shop#1 cannot go back past 'b', which is final."])
  }
}
