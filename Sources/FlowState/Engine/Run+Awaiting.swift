import Synchronization

/// A task that awaits what a run does.
///
/// A continuation orders the closures of the run before the code after `await`. But if the continuation is resumed before its task is
/// suspended, Swift's runtime doesn't tell the thread sanitizer about this order, and the sanitizer reports a race in the user's code.
/// An atomic field shows it the order.
extension Run {
  /// Call this method on the run's queue before resuming the task.
  func willResumeTask() {
    _ = isCancelled.logicalOr(false, ordering: .releasing)
  }

  /// Call this method in the task when it has been resumed.
  func hasResumedTask() {
    _ = isCancelled.load(ordering: .acquiring)
  }
}
