/// How a run ended.
///
/// ```swift
/// flow.start { outcome in
///   switch outcome {
///   case .completed(let profile): print("done:", profile as Any)
///   case .failed(let error): print("failed:", error)
///   case .cancelled: print("cancelled")
///   }
/// }
/// ```
public enum FlowOutcome<Result> {
  /// The run came to rest. The value is what the flow's scope held as its result at that moment.
  case completed(Result?)
  /// A step failed and nothing routed the failure; the error is a ``FlowError`` that names it.
  case failed(any Error)
  /// The run was cancelled.
  case cancelled
}

extension FlowOutcome: Sendable where Result: Sendable {}
