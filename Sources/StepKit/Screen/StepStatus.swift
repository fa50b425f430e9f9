/// Where a step of a list stands.
///
/// ```swift
/// view.status(of: 0)  // .completed
/// view.status(of: 1)  // .current
/// view.status(of: 2)  // .locked
/// ```
public enum StepStatus: String, Sendable, CaseIterable {
  /// Its action is complete.
  case completed
  /// The first one that is not completed: the one that can be worked on.
  case current
  /// Not completed, but another one comes first.
  case locked
}
