/// The outcome of a run: completion, failure or cancellation.
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
  /// The run came to rest. The value is the result that the flow's scope held at that moment.
  case completed(Result?)
  /// A step failed and no failure route handled it. The error is a ``FlowError`` that names the step.
  case failed(any Error)
  /// The run was cancelled.
  case cancelled
}

extension FlowOutcome: Sendable where Result: Sendable {}
