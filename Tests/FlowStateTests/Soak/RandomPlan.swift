import Dispatch
import FlowState
import FlowStateTesting

/// A random flow as a value. It can make its steps any number of times, and it knows its expected result.
indirect enum RandomPlan: Sendable {
  struct Refusal: Error {}

  /// Completes at once.
  case now(Int)
  /// Completes from another thread.
  case later(Int)
  /// Completes from a task.
  case asynchronous(Int)
  /// Fails at once or from another thread.
  case failure(isLater: Bool)
  /// A join of several plans, with the sum of their results.
  case joined([RandomPlan])
  /// A race of two steps that complete with the same value.
  case raced(Int)
  /// Two plans in sequence, with the sum of their results.
  case then(RandomPlan, RandomPlan)
  case retried(RandomPlan)
  case limited(RandomPlan)
  case recovered(RandomPlan, Int)
  /// A nested flow.
  case nested(RandomPlan)

  static func random(depth: Int, using generator: inout SeededGenerator) -> RandomPlan {
    let value = Int.random(in: 0..<100, using: &generator)
    func inner() -> RandomPlan { random(depth: depth - 1, using: &generator) }
    switch Int.random(in: 0..<(depth > 0 ? 12 : 4), using: &generator) {
    case 0: return .now(value)
    case 1: return .later(value)
    case 2: return .asynchronous(value)
    case 3: return .failure(isLater: value.isMultiple(of: 2))
    case 4, 5: return .joined((0...value % 3).map { _ in inner() })
    case 6: return .raced(value)
    case 7: return .then(inner(), inner())
    case 8: return .retried(inner())
    case 9: return .limited(inner())
    case 10: return .recovered(inner(), value)
    default: return .nested(inner())
    }
  }

  /// The expected result, or nil if the run must fail.
  var expected: Int? {
    switch self {
    case .now(let value), .later(let value), .asynchronous(let value), .raced(let value): value
    case .failure: nil
    case .joined(let parts):
      parts.reduce(0) { sum, part in sum.flatMap { sum in part.expected.map { sum + $0 } } }
    case .then(let first, let second): first.expected.flatMap { first in second.expected.map { first + $0 } }
    case .retried(let part), .limited(let part), .nested(let part): part.expected
    case .recovered(let part, let value): part.expected ?? value
    }
  }

  /// Makes the steps. Call this in a builder or an intent.
  func step() -> FlowStep<Any, Int> {
    switch self {
    case .now(let value): return Self.step { $0.complete(value) }
    case .later(let value): return Self.step { handler in DispatchQueue.global().async { handler.complete(value) } }
    case .asynchronous(let value):
      return FlowStep(identifier: "Async") { _ in
        await Task.yield()
        return value
      }
    case .failure(false): return Self.step { $0.fail(Refusal()) }
    case .failure(true): return Self.step { handler in DispatchQueue.global().async { handler.fail(Refusal()) } }
    case .joined(let parts):
      let steps = parts.map { $0.step() }
      return FlowStep<Any, [Int?]>(identifier: "Join", joining: steps).map { $0.reduce(0) { $0 + ($1 ?? 0) } }
    case .raced(let value):
      return FlowStep(identifier: "Race", racing: [RandomPlan.later(value).step(), RandomPlan.now(value).step()])
    case .then(let first, let second):
      let sum = second.step()
      return first.step().then(sum.mapContent { (_: Int) in nil }.map { [first] in $0 + (first.expected ?? 0) })
    case .retried(let part): return part.step().retry(attempts: 2)
    case .limited(let part): return part.step().timeout(.seconds(600))
    case .recovered(let part, let value): return part.step().recover { _ in value }
    case .nested: return FlowStep(flow)
    }
  }

  /// The plan as a flow. A nested plan returns its inner flow.
  var flow: Flow<Any, Int> {
    let part = if case .nested(let part) = self { part } else { self }
    return Flow(Any.self, Int.self, identifier: "Random") { scope in
      let step = part.step()
      step.setCompletion { _, result in scope.result = result }
      return step
    }
  }

  private static func step(_ start: @escaping (FlowStepHandler<Any, Int>) -> Void) -> FlowStep<Any, Int> {
    FlowStep(identifier: "Step") { _ in
      let handler = FlowStepHandler(Any.self, Int.self)
      start(handler)
      return handler
    }
  }
}
