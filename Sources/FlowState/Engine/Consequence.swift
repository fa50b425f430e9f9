/// The ending of a step that the engine completes, because the work that the step hosts has ended.
enum Consequence {
  /// The report of a handler that the engine has completed.
  case report(AnyFlowStepHandler)
  /// The ending of an operator's step.
  case ending(of: LaneHost)

  func deliver() {
    switch self {
    case .report(let handler): handler.deliverReport()
    case .ending(let host): host.deliverEnding()
    }
  }
}
