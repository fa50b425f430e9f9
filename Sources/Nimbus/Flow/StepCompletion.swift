import FlowJSON
import FlowState

/// Completes the flow step that shows a screen. Actions find it in the navigator's scope.
///
/// It retains the step's handler. When the screen and all code that waits for it are released, the step ends as
/// abandoned.
final class StepCompletion {
  /// Completes the step with an action's result or without a result. Returns false if the result has another type.
  let take: (Any?) -> Bool
  /// Completes the step with a result that it decodes from a document's JSON.
  let decode: (JSONValue) throws -> Void
  /// Fails the step.
  let fail: (any Error) -> Void
  /// The type of the step's result, for error messages.
  let result: Any.Type

  /// Creates the completion of a handler.
  ///
  /// - Parameters:
  ///   - handler: The handler of the step.
  ///   - leave: A closure that finishes the screen. It's called before the handler completes or fails.
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
