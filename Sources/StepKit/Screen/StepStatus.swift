/// The status of a step in its list.
///
/// ```swift
/// view.status(of: 0)  // .completed
/// view.status(of: 1)  // .current
/// view.status(of: 2)  // .locked
/// ```
public enum StepStatus: String, Sendable, CaseIterable {
  /// The step is completed.
  case completed
  /// The step is the first open one. The user can work on it.
  case current
  /// The step is not completed, and another open step comes before it.
  case locked
}
