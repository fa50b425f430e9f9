/// A change of a list of steps. Steps are identified by their positions.
///
/// ```swift
/// view.observe { change in
///   if case .completed(let step) = change { print("step \(step + 1) is done") }
/// }
/// ```
public enum StepFlowChange: Sendable, Equatable {
  /// The current step changed without being completed, or its timer entered or left the background.
  case progressed(step: Int)
  /// The step was completed, and the next open step is current.
  case completed(step: Int)
  /// A completed step was expanded or collapsed.
  case toggled(step: Int)
  /// All steps were replaced.
  case replaced
  /// The last step was completed. Reported once for each list of steps.
  case finished
}

/// A token that identifies an observer, so that it can be removed.
///
/// ```swift
/// let observation = view.observe { change in print(change) }
/// view.remove(observation)
/// ```
public struct StepObservation: Sendable, Hashable {
  let number: Int
}
