/// What has changed in a list of steps, by the positions of the steps.
///
/// ```swift
/// view.observe { change in
///   if case .completed(let step) = change { print("step \(step + 1) is done") }
/// }
/// ```
public enum StepFlowChange: Sendable, Equatable {
  /// Something was done with the current step that has not completed it, or it is looked at again.
  case progressed(step: Int)
  /// The step is completed, and the next one is current.
  case completed(step: Int)
  /// A completed step was expanded or collapsed.
  case toggled(step: Int)
  /// Other steps have taken the place of all.
  case replaced
  /// The last step is completed. Told once for each list.
  case finished
}

/// Names an observer, so that it can be removed.
///
/// ```swift
/// let observation = view.observe { change in print(change) }
/// view.remove(observation)
/// ```
public struct StepObservation: Sendable, Hashable {
  let number: Int
}
