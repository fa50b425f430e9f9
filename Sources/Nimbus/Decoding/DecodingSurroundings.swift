/// What every decoder below one root shares.
final class DecodingSurroundings {
  let userInfo: [CodingUserInfoKey: Any]
  let node: ServerDrivenNode?
  let environment: NodeEnvironment?
  let action: ActionTriggeredEvent?
  /// Whether an operation is decoded, where what is no event may stand in an event's place.
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
