import Synchronization

/// The order between the closures of a run and a task that awaits them.
///
/// A continuation orders the closures of the run before the code after `await`. But if the continuation is resumed
/// before its task is suspended, Swift's runtime doesn't report this order to the thread sanitizer, and the sanitizer
/// reports a race in the user's code. An atomic field makes the order visible.
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
