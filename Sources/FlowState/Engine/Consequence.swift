/// The ending of a step that the engine completes, because the work that the step hosts has ended.
enum Consequence {
  /// The report of a handler that the engine has completed.
  case report(ReportMail)
  /// The ending of an operator's step.
  case ending(of: LaneHost)

  func deliver() {
    switch self {
    case .report(let report): report.deliverInside()
    case .ending(let host): host.deliverEnding()
    }
  }
}
