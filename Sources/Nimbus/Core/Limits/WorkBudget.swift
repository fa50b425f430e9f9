import FlowJSON
import FlowScreens

/// The remaining budget for the expressions of one event, or of loading one document.
///
/// The limit on each value isn't enough. A `forEach` of a few bytes can request a hundred thousand values, or as many
/// searches with a slow pattern.
final class WorkBudget {
  private let logger: any FlowLogger
  private var left = NimbusLimits.work
  private var hasReported = false
  /// The number of operations that have failed, so that they have no value.
  private(set) var failedOperations = 0

  init(_ logger: any FlowLogger) {
    self.logger = logger
  }

  /// The reason why an action that costs too much is refused.
  static let excess = "the event cost more than \(NimbusLimits.work) values and bytes"

  /// Whether nothing is left, so that a cost needn't be computed.
  var isUsedUp: Bool { left <= 0 }

  /// Restores the budget for the next event or document.
  func renew() {
    left = NimbusLimits.work
    hasReported = false
  }

  /// Deducts a cost from the budget.
  ///
  /// - Returns: Whether the budget was sufficient.
  func spend(_ cost: Int) -> Bool {
    guard left > 0 else { return false }
    left -= cost
    return left > 0
  }

  /// Deducts the cost of reading a path that is longer than a name may be. Others cost nothing.
  ///
  /// - Returns: Whether the budget was sufficient.
  func spend(longPath path: String) -> Bool {
    path.utf8.count <= NimbusLimits.nameSize || spend(path.utf8.count)
  }

  /// Counts an operation that has failed.
  func noteFailure() { failedOperations += 1 }

  /// Logs that the budget is used up. Only the first call has an effect.
  func report(_ path: @autoclosure () -> String) {
    guard !hasReported else { return }
    hasReported = true
    logger.error(
      "The expressions cost more than \(NimbusLimits.work) values and bytes; those of \(path()) and all later ones are null."
    )
  }
}
