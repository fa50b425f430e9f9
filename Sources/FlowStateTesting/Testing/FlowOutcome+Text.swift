import FlowState

extension FlowOutcome {
  /// The outcome as text, without addresses and without the numbers of runs, which depend on earlier runs.
  var text: String { fullText.withoutAddresses }

  private var fullText: String {
    switch self {
    case .completed(let result?): "completed: \(result)"
    case .completed(nil): "completed"
    case .failed(let error as FlowError): "failed: \(error.step): \(error.cause.map { "\($0)" } ?? "\(error.reason)")"
    case .failed(let error): "failed: \(error)"
    case .cancelled: "cancelled"
    }
  }
}
