import FlowJSON

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

  init(
    result: Any.Type, take: @escaping (Any?) -> Bool, decode: @escaping (JSONValue) throws -> Void,
    fail: @escaping (any Error) -> Void
  ) {
    self.result = result
    self.take = take
    self.decode = decode
    self.fail = fail
  }

  static let key = "nimbus:step"
}
