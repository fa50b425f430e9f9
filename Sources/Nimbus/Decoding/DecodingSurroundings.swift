/// The data that all decoders below one root share.
final class DecodingSurroundings {
  let userInfo: [CodingUserInfoKey: Any]
  let node: ServerDrivenNode?
  let environment: NodeEnvironment?
  let action: ActionTriggeredEvent?
  /// Whether the values are the arguments of an operation. In arguments, a value that isn't an event decodes as an
  /// event without effect.
  let hasArguments: Bool

  init(
    userInfo: [CodingUserInfoKey: Any], node: ServerDrivenNode? = nil, environment: NodeEnvironment? = nil,
    action: ActionTriggeredEvent? = nil, hasArguments: Bool = false
  ) {
    self.userInfo = userInfo
    self.node = node
    self.environment = environment
    self.action = action
    self.hasArguments = hasArguments
  }
}
