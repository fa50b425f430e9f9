import FlowState
import TestSupport
import Testing

/// The operators, each in a form that passes on the result and the error of its step unchanged, as far as its purpose
/// allows.
enum OperatorUnderTest: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case retry, timeout, delay, map, mapContent, then, branch, recover, recoverWith, always

  var testDescription: String { rawValue }

  /// The operator's name in events, after the name of its step.
  var suffix: String { self == .recoverWith ? "recover" : rawValue }

  /// Applies the operator.
  ///
  /// `retry` tries twice, `delay` takes a second, `timeout` a thousand, `recover` throws the error that it receives,
  /// `recoverWith` continues with a step that completes with `spare`, and `then` with a step `b` that passes its
  /// content on.
  func apply(to step: FlowStep<Any, String>, objects: ObjectCounter) -> FlowStep<Any, String> {
    let alive = objects.makeObject()
    switch self {
    case .retry:
      return step.retry(attempts: 2) { _ in
        alive.touch()
        return true
      }
    case .timeout: return step.timeout(.seconds(1_000))
    case .delay: return step.delay(.seconds(1))
    case .map:
      return step.map {
        alive.touch()
        return $0
      }
    case .mapContent:
      return step.mapContent { (content: Any) in
        alive.touch()
        return content
      }
    case .then:
      let next = FlowStep(String.self, String.self, identifier: "b") { step in
        alive.touch()
        let handler = FlowStepHandler(String.self, String.self)
        handler.complete(step.content)
        return handler
      }
      return step.then(next)
    case .branch:
      return step.branch { _ in
        alive.touch()
        return nil
      }
    case .recover:
      return step.recover { error in
        alive.touch()
        throw error
      }
    case .recoverWith:
      return step.recover(
        with: FlowStep(identifier: "spare") { _ in
          alive.touch()
          let handler = FlowStepHandler(Any.self, String.self)
          handler.complete("spare")
          return handler
        })
    case .always: return step.always { _ in alive.touch() }
    }
  }
}
