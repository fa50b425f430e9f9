import FlowJSON
import FlowState

/// How the actions of a screen complete the flow step that shows it. It lies on the navigator's scope.
///
/// It owns the step's handler: when the screen and everything that waits for it are gone, the step ends as abandoned.
final class StepCompletion {
  /// Completes the step with what an action has, if that is of the step's type.
  let take: (Any?) -> Bool
  /// Completes the step with what a document says.
  let decode: (JSONValue) throws -> Void
  /// Fails the step.
  let fail: (any Error) -> Void
  /// What the step yields, for messages.
  let result: Any.Type

  /// Makes the way to a handler.
  ///
  /// - Parameters:
  ///   - handler: What is completed.
  ///   - leave: Called before, when the screen is over.
  init<Content, Result: Sendable>(_ handler: FlowStepHandler<Content, Result>, leave: @escaping () -> Void) {
    let complete = { (result: Result?) in
      leave()
      handler.complete(result)
    }
    result = Result.self
    take = { value in
      guard let value else {
        complete(nil)
        return true
      }
      guard let result = value as? Result else { return false }
      complete(result)
      return true
    }
    decode = { value in
      guard let type = Result.self as? any Decodable.Type,
        let result = try NimbusDecoder.decode(type, from: value) as? Result
      else { throw ScreenStepError.otherResult(expected: "\(Result.self)", found: "JSON") }
      complete(result)
    }
    fail = { error in
      leave()
      handler.fail(error)
    }
  }

  static let key = "nimbus:step"
}
